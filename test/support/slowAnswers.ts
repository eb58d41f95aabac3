import type { Bench } from './bench';
import { SPEED } from './fastClock';
import { skipped } from './skippedTime';

/** Does something while no answer comes from a path, by itself from that of files. Long deadlines go by the nodes' clock meanwhile, which goes fast. */
export async function whileSlow<T>(
	{ emulator }: Bench,
	act: () => Promise<T>,
	path = '/results/',
): Promise<T> {
	emulator.faults.add({ kind: 'timeout', match: { path }, times: Infinity });
	skipped.deadlines = SPEED;
	return await act().finally(() => (skipped.deadlines = 1));
}
