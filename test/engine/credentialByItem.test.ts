import { rows, setUp, swap } from '../support/bench';

/* A credential with expressions in its fields. A run has one account. */

const bench = setUp();
const REFUSED = 'The credential takes its account from the item or from another node';

function save(fields = {}): void {
	bench.engine.saveCredential({ ...bench.emulator.credential, ...fields });
}

test.each(['={{ $json.id }}', "={{ $('Keys').first().json.id }}", '={{ $vars.id + $json.id }}'])(
	'the account %s is refused before any request, and before n8n could store its values',
	async (clientId) => {
		save({ clientId });
		const { error } = await bench.engine.run(swap(), { input: rows(2) });
		expect(error?.message).toBe(REFUSED);
		expect(error?.description).toMatch(/^Nothing was paid\.\s+Enter the account itself in the credential/);
		expect(bench.emulator.requests).toEqual([]);
	},
);

test('an expression that is the same for all items is taken', async () => {
	save({ clientId: `={{ $workflow.id ? '${bench.emulator.clientId}' : '' }}` });
	const run = await bench.engine.run(swap(), { input: rows(2) });
	expect(run.json('Node')).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
});
