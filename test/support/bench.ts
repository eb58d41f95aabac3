import { now } from './fastClock';
import type { INodeParameters } from 'n8n-workflow';
import { single } from './engine';
import type { EmulatorOptions } from '../emulator';
import { setUp as setUpPlain, type Bench } from './setUp';
import { swapParameters, type NodeSettings, type WorkflowJson } from './workflow';

/* Helpers for tests of jobs. */
export type { Bench } from './setUp';
export { byId, FACES } from './workflow';

/** An engine and a service on the clock of fastClock. */
export const setUp = (service: EmulatorOptions = {}, engine?: Parameters<typeof setUpPlain>[1]): Bench =>
	setUpPlain({ now, jobMs: [200, 1_200], ...service }, engine);

/** Settings of a node that returns its failed items with the others. */
export const GOES_ON = { onError: 'continueRegularOutput' } as const;

/** An expression that finds nothing. n8n itself refuses an empty required parameter. */
export const NOTHING = '={{ $json.none }}';

/** A swap of given faces in the item's `picture`. */
export const swap = (parameters: INodeParameters = {}, settings: NodeSettings = {}) =>
	single('faceSwap', swapParameters({ modifyImage: '={{ $json.picture }}', ...parameters }), settings);

export function faceSwap(
	resource: string,
	operation: string,
	parameters: INodeParameters = {},
	settings: NodeSettings = {},
): WorkflowJson {
	return single('faceSwap', { resource, operation, ...parameters }, settings);
}

/** Items with different pictures, at addresses without a server. */
export function rows(count: number): Array<{ row: number; picture: string }> {
	return Array.from({ length: count }, (_, row) => ({ row, picture: `http://media.invalid/${row}.png` }));
}

/** Makes the service give its results another address. */
export function resultsFrom({ emulator }: Bench, location: string): void {
	emulator.faults.add({
		kind: 'httpStatus',
		status: 302,
		headers: { location },
		match: { path: '/results/' },
		times: Infinity,
	});
}
