import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type * as Memory from '../../../nodes/shared/callbacks/memory';

/** A process of n8n, with modules of its own; requests get a copy of what is stored. */
function startProcess() {
	let memory: typeof Memory | undefined;
	jest.isolateModules(() => {
		memory = jest.requireActual<typeof Memory>('../../../nodes/shared/callbacks/memory');
	});
	return (scope: string, stored: IDataObject = {}) => memory!.openMemory(scope, stored);
}

describe('the memory of a trigger', () => {
	test('forgets the oldest first, and stores the newest', () => {
		const stored: IDataObject = {};
		const memory = startProcess()('a', stored);
		for (let job = 0; job <= 10_000; job++) memory.add(`${job}`, 'completed');
		expect([memory.has('0', 'completed'), memory.has('1', 'completed')]).toEqual([false, true]);
		const later = startProcess()('a', stored);
		expect([8_000, 8_001, 10_000].map((job) => later.has(`${job}`, 'completed'))).toEqual([
			false,
			true,
			true,
		]);
	});

	test('runs the tasks of one job one after the other, also after one that failed, and those of others beside them', async () => {
		const memory = startProcess()('a');
		const steps: string[] = [];
		const task = (name: string, ends: Promise<unknown>) => async () => {
			steps.push(`${name} begins`);
			await ends;
			steps.push(`${name} ends`);
			return name;
		};
		let fail = (_error: Error) => {};
		const failing = new Promise((_resolve, reject) => (fail = reject));
		const first = memory.inQueue('job', task('first', failing));
		const second = memory.inQueue('job', task('second', Promise.resolve()));
		expect(await memory.inQueue('other', task('other', Promise.resolve()))).toBe('other');
		expect(steps).toEqual(['first begins', 'other begins', 'other ends']);
		fail(new Error('no'));
		await expect(first).rejects.toThrow('no');
		expect(await second).toBe('second');
	});

	test('starts one run for an event, whatever is repeated or restarted in between', () => {
		const step = fc.record({ event: fc.constantFrom('a', 'b', 'c'), restart: fc.boolean() });
		fc.assert(
			fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
				const stored: IDataObject = {};
				let open = startProcess();
				const started: string[] = [];
				for (const { event, restart } of steps) {
					if (open('scope', stored).add('job', event)) started.push(event);
					if (restart) open = startProcess();
				}
				expect(started).toEqual([...new Set(steps.map(({ event: each }) => each))]);
			}),
			{ numRuns: 20 },
		);
	});
});
