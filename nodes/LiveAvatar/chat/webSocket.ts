import type { ClientOptions, WebSocket } from 'ws';

/** `require`, not `import`: it also looks where n8n tells Node to look for n8n's own modules. */
declare const require: (name: 'ws') => typeof import('ws');

/**
 * ws opens its connections past Node's global agents, which n8n replaces at its start where HTTP_PROXY, HTTPS_PROXY or
 * ALL_PROXY is set: they know the proxy, and NO_PROXY. A `createConnection` that is no function has Node take the agent
 * again, whatever it is by then. ws before 8.17 takes no notice of it (n8n.md: Proxies).
 */
const BY_GLOBAL_AGENT = { createConnection: true };

/**
 * Opens a WebSocket. The only file that loads `ws`, which comes with n8n and not with the package. It is loaded when a
 * question is asked, so that everything else works on an n8n without it.
 */
export function openWebSocket(url: string, options: ClientOptions): WebSocket {
	const ws: Partial<typeof import('ws')> & typeof WebSocket = require('ws');
	// Older versions, which another package may have brought, are the class itself, and do not name it.
	return new (ws.WebSocket ?? ws)(url, Object.assign(options, BY_GLOBAL_AGENT));
}
