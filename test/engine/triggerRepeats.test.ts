import type { IDataObject } from 'n8n-workflow';
import { TriggerBench } from './triggerSetup';

/* Each event of a job starts one run, even if its callback is repeated. */

const bench = new TriggerBench();
const idsOf = (items: IDataObject[]) => items.map(({ id }) => String(id)).sort();
const sealed = (id: string, nonce = 0, status = 3) =>
	bench.sealed({ _id: id, status }, { nonce: String(nonce + 1) });
const postAll = async (bodies: string[]) =>
	await Promise.all(bodies.map(async (body) => await bench.post(body, undefined, bench.n8n.url)));

test('nothing is stored for a callback that starts no run', async () => {
	bench.callbacks({ lost: true });
	const [id = ''] = await bench.images(1);
	await postAll([sealed(id, 0, 2), sealed(id)]);
	expect([await bench.n8n.untilRuns(0), bench.n8n.saves, bench.n8n.staticData]).toEqual([[], 0, '{}']);
});

test('each delivery starts a run with Start Once per Event off', async () => {
	await bench.trigger({ options: { deduplicate: false } });
	bench.callbacks({ repeat: 3, processing: false });
	const [id = ''] = await bench.images(1);
	await bench.finish();
	expect(idsOf(await bench.n8n.untilRuns(3))).toEqual([id, id, id]);
});
