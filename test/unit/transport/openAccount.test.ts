import { NodeApiError, UserError, type INode } from 'n8n-workflow';
import { openAccount } from '../../../nodes/shared/transport/openAccount';
import { readFault } from '../../../nodes/shared/transport/faults';
import { serviceErrorOf } from '../../../nodes/shared/transport/readPayload';
import { Secrets } from '../../../nodes/shared/transport/redact';
import { RefusedByN8n, ServiceError } from '../../../nodes/shared/transport/serviceError';
import type { CallContext } from '../../../nodes/shared/transport/types';

const DELETED = new UserError('Credential with ID "7" does not exist for type "mediaGenerationApi".');
const opened = async (error: Error): Promise<unknown> => {
	const context = { getCredentials: async () => await Promise.reject(error) };
	return await openAccount(context as unknown as CallContext, new Secrets()).catch(
		(thrown: unknown) => thrown,
	);
};

test('a deleted credential is refused by n8n for good, before a run and in the middle of it', async () => {
	const before = await opened(DELETED);
	expect(before).toBeInstanceOf(RefusedByN8n);
	expect(before).toMatchObject({ message: DELETED.message, stopsEverything: true, submitted: 'no' });

	const node: INode = {
		id: '1',
		name: 'Call',
		type: 'call',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const wrapped = Object.assign(new NodeApiError(node, {}), { cause: DELETED, message: DELETED.message });
	const fault = readFault(wrapped, { origin: '', root: '', name: 'The service', check: 'Check it' });
	const request = { method: 'GET', path: '/x', intent: 'create', group: 'image' } as const;
	const amid = serviceErrorOf(request, { kind: 'refused', ...fault }, 1);
	expect(amid).toBeInstanceOf(RefusedByN8n);
	expect(amid).toMatchObject({ stopsEverything: true, submitted: 'no' });
	expect(amid.description).toContain(DELETED.message);
});

test('a credential that can not be read for the moment is no refusal of n8n', async () => {
	const error = await opened(new Error('Connection terminated'));
	expect(error).toBeInstanceOf(ServiceError);
	expect(error).not.toBeInstanceOf(RefusedByN8n);
});
