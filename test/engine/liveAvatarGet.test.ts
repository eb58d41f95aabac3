import { setUp, byId } from '../support/bench';
import { single } from '../support/engine';

const bench = setUp({ live: { startMs: 3_600_000 } });
const session = (operation: string, parameters = {}) =>
	single('liveAvatar', { resource: 'session', operation, ...parameters });

test('a session that Get waited for in vain is still open, and is said to be', async () => {
	const made = await bench.engine.run(
		session('create', { avatarId: byId('Ada_1080P_back'), waitForCompletion: false }),
	);
	const [created] = made.json('Node');
	const { error } = await bench.engine.run(
		session('get', { waitForCompletion: true, options: { timeout: 0.05 } }),
		{ input: [created!] },
	);
	expect(error?.message).toMatch(/was still queued after 0.05 minutes$/);
	expect(bench.emulator.requestsTo('/session/close')).toHaveLength(0);
	expect(error?.description).not.toContain('was closed');
	expect(error?.description).toContain('costs credits');
});
