import { single } from '../support/engine';
import { TriggerBench } from './triggerSetup';

const bench = new TriggerBench();
const delivered = () =>
	bench.emulator.callbacks.delivered.map(({ status, httpStatus }) => [status, httpStatus]);

test('the trigger starts a run with the record of the service when a job is completed', async () => {
	const id = await bench.image();
	await bench.finish();
	const [item, ...others] = await bench.n8n.untilRuns(1);
	expect(others).toEqual([]);
	expect(item).toMatchObject({ id, kind: 'image', status: 'completed', event: 'completed' });
	expect(item).toMatchObject({ resultUrl: expect.stringContaining('http'), expiresAt: expect.any(String) });
	expect(item).not.toHaveProperty('record');
	expect(bench.warnings()).toBe('');
	expect(delivered()).toEqual([2, 3].map((status) => [status, 200]));
});

const at = (file: string) => `${bench.emulator.mediaUrl}/${file}`;
test('the trigger returns the reference of the node that created the job', async () => {
	const reference = 'row 12 & "more" ü';
	const swap = {
		...{ resource: 'faceSwap', operation: 'swapImage', waitForCompletion: false },
		...{ modifyImage: at('people-1.png'), sourcePicture: at('portrait-ada.png') },
		...{ webhookUrl: bench.n8n.url, options: { reference } },
	};
	await bench.engine.run(single('faceSwap', swap));
	await bench.finish();
	const [item] = await bench.n8n.untilRuns(1);
	expect(item).toMatchObject({ kind: 'faceSwap', reference, event: 'completed' });
	expect(bench.emulator.jobs.created()[0]?.webhookUrl).not.toContain(bench.emulator.clientSecret);
});

test('nothing is stored for a callback that starts no run', async () => {
	bench.callbacks({ lost: true });
	const _id = await bench.image();
	for (const status of [2, 3]) await bench.post(bench.sealed({ _id, status }));
	expect([await bench.n8n.untilRuns(0), bench.n8n.saves, bench.n8n.staticData]).toEqual([[], 0, '{}']);
});

test('each delivery starts a run with Start Once per Event off', async () => {
	await bench.trigger({ options: { deduplicate: false } });
	bench.callbacks({ repeat: 3, processing: false });
	const id = await bench.image();
	await bench.finish();
	expect((await bench.n8n.untilRuns(3)).map((item) => item.id)).toEqual([id, id, id]);
});
