import type { IExecuteFunctions, NodeEgressFilter } from 'n8n-workflow';
import { egressOf } from '../../../nodes/shared/n8n/egress';

const ADDRESS = 'wss://chat.example.com/client_1';
const helpersWith = (policy?: Partial<NodeEgressFilter>) => {
	const helpers = policy === undefined ? {} : { getSecureEgressFilter: () => policy };
	return { helpers: helpers as unknown as IExecuteFunctions['helpers'] };
};
const lookup: ReturnType<NodeEgressFilter['createSecureLookup']> = () => undefined;
const createSecureLookup = () => lookup;

test('an n8n that hands no policy to nodes allows every address, and has no look-up', async () => {
	const egress = egressOf(helpersWith());
	expect(await egress.refusal(ADDRESS)).toBeUndefined();
	expect(egress.lookup).toBeUndefined();
});

test('what the policy refuses is refused with its reason, and its look-up is handed on', async () => {
	const validateUrl: NodeEgressFilter['validateUrl'] = async (url) =>
		String(url) === ADDRESS ? { ok: true, result: undefined } : { ok: false, error: new Error('restricted') };
	const egress = egressOf(helpersWith({ validateUrl, createSecureLookup }));
	expect(await egress.refusal(ADDRESS)).toBeUndefined();
	expect(await egress.refusal('ws://127.0.0.1/client_1')).toBe('restricted');
	expect(egress.lookup).toBe(lookup);
});
