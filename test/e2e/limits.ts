import type { EmulatorOptions } from '../emulator';
import type { Playground } from '../n8n/play';
import type { Execution } from '../n8n/shapes';
import { itemsOf } from '../n8n/client';

type Job = ReturnType<Playground['emulator']['jobs']['created']>[number];

/** Has a job take as long as the address of its picture says: `...?seconds=100`. */
export const asLongAsAsked: EmulatorOptions['outcome'] = (_operation, _n, request) => {
	const seconds = /\?seconds=(\d+)/.exec(JSON.stringify(request))?.[1];
	return seconds === undefined ? undefined : { status: 3, jobMs: Number(seconds) * 1_000 };
};

/** A workflow with a time limit: `rows` jobs of `jobSeconds`, of which so many are in progress at a time. */
export interface Limited {
	name: string;
	waitUsing: string;
	limitSeconds: number;
	rows: number;
	jobSeconds: number;
	maxInProgress: number;
}

/** Each of some limited workflows, by each way to wait. */
export const eachWay = (ways: string[], ...limited: Array<Omit<Limited, 'name' | 'waitUsing'>>): Limited[] =>
	limited.flatMap((each) =>
		ways.map((waitUsing) => ({
			...each,
			waitUsing,
			name: `${waitUsing}, ${each.limitSeconds} s, ${each.rows} jobs of ${each.jobSeconds} s, ${each.maxInProgress} at a time`,
		})),
	);

/** Parameters of a swap that is stored as early as possible, and goes on with what fails. */
export const limitedSwap = ({ waitUsing, maxInProgress }: Limited) => ({
	waitOptions: { waitUsing, storeAfter: 0 },
	options: { maxInProgress },
});

/** What came out of a limited run. */
export interface Outcome {
	completed: number;
	/** Jobs that were made. */
	made: number;
}

/** Checks that n8n did not cancel it, and that each job is told once: a finished one as such, any other by its ID. */
export function expectNothingLost(execution: Execution, { rows }: Limited, jobs: readonly Job[]): Outcome {
	expect(execution.status).toBe('success');
	const items = itemsOf(execution, 'Swap').map(({ json }) => json);
	expect(items).toHaveLength(rows);
	const completed = items.flatMap(({ id, status }) => (status === 'completed' ? [id] : []));
	const left = items.map(({ details }) => Object(details)).filter(({ id }) => id !== undefined);
	const told = [...completed, ...left.map(({ id }) => id)];
	expect(told.sort()).toEqual(jobs.map(({ id }) => id).sort());
	for (const { description } of left) expect(description).toContain('raise Timeout Workflow');
	// It looks a last time before it ends.
	const lookedAt = Date.parse(execution.stoppedAt ?? '') - 15_000;
	const finished = jobs.filter(({ endsAt }) => endsAt < lookedAt).map(({ id }) => id);
	expect(completed).toEqual(expect.arrayContaining(finished));
	return { completed: completed.length, made: jobs.length };
}
