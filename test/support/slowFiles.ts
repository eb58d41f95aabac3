import type { Bench } from './bench';
import { SPEED } from './fastClock';
import { skipped } from './skippedTime';

/** Does something while no file comes to its end. Long deadlines go by the nodes' clock meanwhile, which goes fast. */
export async function whileFilesAreSlow<T>({ emulator }: Bench, act: () => Promise<T>): Promise<T> {
	emulator.faults.add({ kind: 'timeout', match: { path: '/results/' }, times: Infinity });
	const { timeout } = AbortSignal;
	const deadlines = jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => timeout.call(AbortSignal, ms < 20_000 ? ms : Math.ceil(ms / SPEED)));
	const { hurry } = skipped;
	skipped.hurry = 1;
	return await act().finally(() => {
		deadlines.mockRestore();
		skipped.hurry = hurry;
	});
}
