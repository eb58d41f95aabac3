import { rows, setUp, swap } from '../support/bench';
import { ClaimTable } from '../support/claimTable';
import { now } from '../support/fastClock';

const table = ClaimTable.install();
const bench = setUp({ now });
const CLAIM = /n:[0-9a-f]{20}$/;

test('creates that wait for their turn have no claims, so a kill leaves at most one of them in doubt', async () => {
	bench.emulator.faults.add({ kind: 'code', code: 1005, times: Infinity, match: { path: 'specifyimage' } });
	const running = bench.engine.start(swap({ waitUsing: 'polling' }), { input: rows(5) });
	const sent = () => bench.emulator.requestsTo('specifyimage').length;
	// The first five are sent together.
	for (let refused = 7; refused < 12; refused += 2) {
		while (sent() < refused) await new Promise((go) => setTimeout(go, 1));
		expect(table.count(CLAIM)).toBeLessThanOrEqual(1);
	}
	bench.emulator.faults.clear();
	const result = await running.finished;
	expect(result.json('Node').map(({ status }) => status)).toEqual(Array(5).fill('completed'));
	expect(table.count(CLAIM)).toBe(5);
});
