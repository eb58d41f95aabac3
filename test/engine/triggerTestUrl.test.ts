import { seal } from '../emulator';
import { TriggerBench } from './triggerSetup';

/* While someone listens for a test event. */

const bench = new TriggerBench();
beforeEach(() => {
	bench.n8n.listening = true;
});
const post = async (body: string) => await bench.post(body, bench.n8n.testUrl);

test('a listener gets the same event again, because test events are not remembered', async () => {
	bench.callbacks({ lost: true });
	const id = await bench.image();
	await bench.finish();
	const body = bench.sealed({ _id: id });
	for (const count of [1, 2]) {
		bench.n8n.listening = true;
		expect(await post(body)).toBe(200);
		expect(await bench.n8n.untilRuns(count)).toHaveLength(count);
	}
	expect(await bench.post(body)).toBe(200);
	expect([(await bench.n8n.untilRuns(3)).length, bench.n8n.runs[2]?.run.mode]).toEqual([3, 'webhook']);
});

test('a listener sees a forged callback, with the reason for its refusal', async () => {
	const forged = { ...seal({}, bench.emulator, Date.now(), '1'), nonce: '2' };
	expect(await post(JSON.stringify(forged))).toBe(401);
	expect(await bench.n8n.untilRuns(1)).toEqual([
		{ event: 'refused', httpStatus: 401, reason: expect.stringContaining('forged') },
	]);
});
