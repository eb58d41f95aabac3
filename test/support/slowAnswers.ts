import type { Bench } from './bench';

/** Does something while no answer comes from a path, by itself from that of files. */
export async function whileSlow<T>(
	{ emulator }: Bench,
	act: () => Promise<T>,
	path = '/results/',
): Promise<T> {
	emulator.faults.add({ kind: 'timeout', match: { path }, times: Infinity });
	return await act();
}
