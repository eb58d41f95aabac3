import { sampleAccounts } from '../emulator/accounts';
import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { run } from './runs';
import { swapWorkflow } from './workflows';

/* A credential whose keys come from the item: a real n8n resolves it, and stores what it is given. */

const { play } = useInstalled({ emulator: { jobMs: () => 500 } });
const [first, second] = sampleAccounts;

/** Swaps of these rows, with one credential for all calls. */
async function swaps() {
	const { baseUrl, detectUrl } = play().emulator;
	const keys = { clientId: '={{ $json.clientId }}', clientSecret: '={{ $json.clientSecret }}' };
	const data = { baseUrl, detectUrl, ...keys };
	const credential = await play().client.createCredential('By item', 'mediaGenerationApi', data);
	return async (...rows: object[]) => {
		const workflow = swapWorkflow(credential, { onError: 'continueRegularOutput' });
		const jsCode = `return ${JSON.stringify(rows)}.map((json) => ({ json }));`;
		workflow.nodes[1] = { ...workflow.nodes[1]!, parameters: { jsCode } };
		return itemsOf(await run(play(), workflow), 'Swap').map(({ json }) => json);
	};
}

test('each run uses the keys of its first item, and refuses items with others', async () => {
	const swap = await swaps();
	const before = play().emulator.requestsTo('specifyimage').length;
	expect(await swap(first!)).toMatchObject([{ status: 'completed' }]);
	expect(await swap(second!)).toMatchObject([{ status: 'completed' }]);
	expect(await swap(first!, second!)).toMatchObject([
		{ status: 'completed' },
		{ error: expect.stringContaining('another account'), details: { submitted: 'no' } },
	]);
	const sent = play().emulator.requestsTo('specifyimage').slice(before);
	const [one, other, again] = sent.map(({ headers }) => headers.authorization);
	expect(sent).toHaveLength(3);
	expect(other).not.toBe(one);
	expect(again).toBe(one);
});
