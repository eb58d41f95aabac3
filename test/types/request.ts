/* What a call says of itself before it is sent. Read by `npm run types`; nothing here runs. */
import type { ServiceRequest } from '../../nodes/shared/service/request';

const create: ServiceRequest = { method: 'POST', path: '/faceswap', group: 'faceSwap', intent: 'create' };

export const requests: ServiceRequest[] = [
	create,
	// @ts-expect-error Whether it may be sent again is always said.
	{ method: 'POST', path: '/faceswap', group: 'faceSwap' },
	// @ts-expect-error `read` would be taken for what may be sent again, or for what may not.
	{ ...create, intent: 'read' },
	// @ts-expect-error A boolean does not say which.
	{ ...create, intent: true },
	// @ts-expect-error It is `patient`.
	{ ...create, isPatient: true },
	// @ts-expect-error An address of its own would get the token of the service.
	{ ...create, host: 'https://example.com' },
	// @ts-expect-error A body is JSON.
	{ ...create, body: { at: new Date() } },
];
