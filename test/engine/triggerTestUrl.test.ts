import { seal } from '../emulator';
import { shortenDeadlines } from '../support/oddHost';
import { startTrigger, type Setup } from './triggerSetup';

describe('Media Generation Trigger, while someone listens for a test event', () => {
	let setup: Setup;
	beforeEach(async () => {
		setup = await startTrigger();
		setup.callbacks({ retryMs: 60_000 });
		await setup.trigger({}, { listening: true });
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		expect(setup.n8n.thrown).toEqual([]);
		await setup.close();
	});

	const finish = async () => {
		setup.emulator.jobs.complete();
		await setup.emulator.callbacks.flush();
	};
	const post = async (body: string) => await setup.post(body, 'application/json', setup.n8n.testUrl);

	test('waits past what is filtered out, and shows the event', async () => {
		const [id] = await setup.images(1, setup.n8n.testUrl);
		await finish();
		expect(await setup.n8n.untilRuns(1)).toMatchObject([{ id, event: 'completed' }]);
		expect(setup.emulator.callbacks.delivered.map(({ httpStatus }) => httpStatus)).toEqual([200, 200]);
	});

	test('takes the same event again, as nothing of a test is remembered', async () => {
		setup.callbacks({ lost: true });
		const [id] = await setup.images(1);
		await finish();
		const body = JSON.stringify(
			seal({ _id: id, status: 3, type: 'image' }, setup.emulator, setup.emulator.now(), '1'),
		);
		for (const count of [1, 2]) {
			setup.n8n.listening = true;
			expect(await post(body)).toBe(200);
			expect(await setup.n8n.untilRuns(count)).toHaveLength(count);
		}
		expect(await setup.post(body)).toBe(200);
		expect([(await setup.n8n.untilRuns(3)).length, setup.n8n.runs[2]?.run.mode]).toEqual([3, 'webhook']);
	});

	test('shows one that is forged, with the reason', async () => {
		const forged = { ...seal({}, setup.emulator, Date.now(), '1'), nonce: '2' };
		expect(await post(JSON.stringify(forged))).toBe(401);
		expect(await setup.n8n.untilRuns(1)).toEqual([
			{ event: 'refused', httpStatus: 401, reason: expect.stringContaining('signature') },
		]);
	});

	test('shows that the service can not be asked', async () => {
		shortenDeadlines(20);
		await setup.emulator.offline();
		expect(await post(JSON.stringify({ _id: 'x', status: 3, type: 'image' }))).toBe(503);
		expect(await setup.n8n.untilRuns(1)).toMatchObject([{ event: 'refused', httpStatus: 503 }]);
		await setup.emulator.online();
	});

	test('starts nothing in production for a refused one', async () => {
		expect(await setup.post(JSON.stringify({ hello: 'world' }))).toBe(400);
		expect(await setup.n8n.untilRuns(0)).toEqual([]);
	});
});
