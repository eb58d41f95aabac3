import type { ClientOptions, RawData, WebSocket } from 'ws';
import { ServiceError } from '../../shared/transport/errors';

export type { RawData };

/** Of the two ways to get a module, the one that looks where n8n tells Node to look for what it brings itself. */
declare const require: (name: 'ws') => typeof import('ws');

/**
 * Opens a WebSocket. The one file that asks for `ws`, which n8n brings, and the package does not: so it is asked for when a
 * question is put, and everything else works on an n8n without it.
 * @throws ServiceError when this n8n does not bring it
 */
export function openWebSocket(url: string, options: ClientOptions): WebSocket {
	return new (library().WebSocket)(url, options);
}

function library(): typeof import('ws') {
	try {
		return require('ws');
	} catch (cause) {
		throw missing(cause);
	}
}

const missing = (cause: unknown) =>
	new ServiceError('Send Message needs the package ws, and this n8n does not bring it', {
		description:
			'Every n8n from npm and from its Docker image has it. Install n8n anew, or install ws in the folder .n8n/nodes of the user who runs n8n, and start n8n again.',
		cause,
	});
