/* The fields of a call before it is sent. `npm run types` checks this file. Nothing runs. */
import type { ServiceRequest } from '../../nodes/shared/service/request';

const create: ServiceRequest = { method: 'POST', path: '/faceswap', group: 'faceSwap', intent: 'create' };

export const requests: ServiceRequest[] = [
	create,
	// @ts-expect-error The intent is required, because it decides whether the call may be sent again.
	{ method: 'POST', path: '/faceswap', group: 'faceSwap' },
	// @ts-expect-error `read` does not say whether the call may be sent again.
	{ ...create, intent: 'read' },
	// @ts-expect-error Another address would get the service's token.
	{ ...create, host: 'https://example.com' },
	// @ts-expect-error A body is JSON.
	{ ...create, body: { at: new Date() } },
];
