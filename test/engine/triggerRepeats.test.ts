import type { IDataObject } from 'n8n-workflow';
import { seal } from '../emulator';
import { startTrigger, type Setup } from './triggerSetup';

describe('Media Generation Trigger', () => {
	let setup: Setup;
	beforeEach(async () => {
		setup = await startTrigger();
		setup.callbacks({ retryMs: 100 });
	});
	afterEach(async () => {
		expect(setup.n8n.thrown).toEqual([]);
		await setup.close();
	});

	const finish = async () => {
		setup.emulator.jobs.complete();
		await setup.emulator.callbacks.flush();
	};
	const idsOf = (items: IDataObject[]) => items.map(({ id }) => String(id)).sort();
	const readsOf = (id: string) =>
		setup.emulator.requestsTo('infobymodelid').filter(({ query }) => query.image_model_id === id).length;
	const sealed = (id: string, status = 3, nonce = '1') =>
		JSON.stringify(seal({ _id: id, status, type: 'image' }, setup.emulator, setup.emulator.now(), nonce));
	const postAll = async (bodies: string[]) =>
		await Promise.all(bodies.map(async (body) => setup.post(body, undefined, setup.n8n.url)));

	test('starts one run per job when 50 jobs end at once, and each tells it three times, out of order and with processing in between', async () => {
		await setup.trigger({ events: ['completed', 'failed', 'processing'] });
		setup.callbacks({ repeat: 3, outOfOrder: true });
		const ids = await setup.images(50);
		await finish();
		const items = await setup.n8n.untilRuns(50);
		expect(idsOf(items)).toEqual([...ids].sort());
		expect(items.every(({ event, status }) => event === 'completed' && status === 'completed')).toBe(true);
		expect(setup.emulator.callbacks.delivered).toHaveLength(300);
	});

	test('starts one run when 50 deliveries of one event come at the same time, and reads the record once for them', async () => {
		setup.callbacks({ lost: true });
		const [id = ''] = await setup.images(1);
		await finish();
		const bodies = Array.from({ length: 50 }, (_, index) => sealed(id, 3, String(index + 1)));
		expect(new Set(await postAll(bodies))).toEqual(new Set([200]));
		expect(idsOf(await setup.n8n.untilRuns(1))).toEqual([id]);
		expect(readsOf(id)).toBe(1);
	});

	test('starts no second run when all are delivered again after a restart of n8n', async () => {
		const ids = await setup.images(20);
		await finish();
		await setup.n8n.untilRuns(20);
		setup.n8n.restart();
		const again = ids.map((id, index) => sealed(id, 3, String(index)));
		expect(new Set(await postAll(again))).toEqual(new Set([200]));
		expect(idsOf(await setup.n8n.untilRuns(20))).toEqual([...ids].sort());
	});

	test('stores nothing for what starts no run', async () => {
		setup.callbacks({ lost: true });
		const [id = ''] = await setup.images(1);
		await postAll([sealed(id, 2), sealed(id, 3)]);
		expect([await setup.n8n.untilRuns(0), setup.n8n.saves, setup.n8n.staticData]).toEqual([[], 0, '{}']);
	});

	test('starts a run for each delivery when it is told to', async () => {
		await setup.trigger({ options: { deduplicate: false } });
		setup.callbacks({ repeat: 3, processing: false });
		const [id = ''] = await setup.images(1);
		await finish();
		expect(idsOf(await setup.n8n.untilRuns(3))).toEqual([id, id, id]);
	});

	test('one run starts for deliveries to two processes one after the other; at the same time both may start one', async () => {
		await setup.trigger({}, { processes: 2 });
		setup.callbacks({ lost: true });
		const [first = '', second = ''] = await setup.images(2);
		await finish();
		for (let time = 0; time < 4; time++) {
			await setup.post(sealed(first, 3, String(time)));
			await setup.n8n.untilRuns(1);
		}
		expect(idsOf(setup.n8n.items())).toEqual([first]);
		// What the README says of several webhook processes: n8n has nothing that two of them could claim at the same time.
		setup.emulator.faults.add({ kind: 'slow', match: { path: 'infobymodelid' }, delayMs: 300, times: 2 });
		await postAll([sealed(second), sealed(second)]);
		expect(idsOf(await setup.n8n.untilRuns(3)).filter((id) => id === second)).toHaveLength(2);
	});
});
