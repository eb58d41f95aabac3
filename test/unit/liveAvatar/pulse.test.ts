import { createPulse } from '../../../nodes/LiveAvatar/chat/pulse';
import type { Environment } from '../../../nodes/shared/transport/types';

test('one timer serves all who listen, and none goes on when nobody does', async () => {
	const wakes: Array<() => void> = [];
	const environment: Environment = {
		now: () => 7,
		random: () => 0,
		sleep: async () => await new Promise((resolve) => wakes.push(resolve)),
	};
	const pulse = createPulse(environment);
	const beats: string[] = [];
	const leave = ['a', 'b'].map((name) =>
		pulse.join({ beat: (now) => beats.push(`${name} ${now}`), stopped: () => undefined }),
	);
	expect(wakes).toHaveLength(1);
	wakes[0]?.();
	await new Promise((resolve) => setImmediate(resolve));
	expect(beats).toEqual(['a 7', 'b 7']);
	for (const each of leave) each();
	wakes[1]?.();
	await new Promise((resolve) => setImmediate(resolve));
	expect(wakes).toHaveLength(2);
});
