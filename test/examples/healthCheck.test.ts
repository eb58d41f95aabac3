import { Client } from '../emulator/support/client';
import { expectSuccess, useExamples } from './world';

describe('the health check', () => {
	const world = useExamples({ live: { startMs: 20 } });
	const run = async () => await world.run('health-check');

	test('ends well where all is well', async () => {
		const result = await run();
		expectSuccess(result);
		expect(result.runs('Say Which Session Is Open')).toEqual([]);
	});

	test('ends with an error when credits run low, and says how many are left', async () => {
		world.emulator.setCredit(12);
		expect((await run()).error?.message).toBe('Only 12 credits are left');
	});

	test('ends with an error when a live session streams, and says which', async () => {
		const client = await new Client(world.emulator).signIn();
		const { data } = await client.post('/liveAvatar/session/create', { avatar_id: 'Ada_1080P_back' });
		world.emulator.advance(1_000);
		expect((await run()).error?.message).toContain(String(data._id));
	});

	test('ends with an error when the keys are refused', async () => {
		world.emulator.setBanned(true);
		expect((await run()).error?.message).toMatch(/banned/i);
	});
});
