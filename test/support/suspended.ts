import { now } from './fastClock';
import type { INodeParameters } from 'n8n-workflow';
import { rows, setUp } from './bench';
import { seal, type EmulatorOptions } from '../emulator';
import { node } from './engine';
import type { RunOptions } from './run';
import type { RunResult } from './runResult';
import type { StoredRun } from './storedRun';
import { swapParameters, type NodeJson, type NodeSettings, type WorkflowJson } from './workflow';

export const HOURS_MS = 3_600_000;

/** A bench whose jobs take hours, and whose runs are suspended right after the first polls. */
export function suspendedBench(options: EmulatorOptions = {}) {
	const bench = setUp({ jobMs: HOURS_MS, ...options });
	return {
		bench,
		now,
		store: async (workflow: WorkflowJson, items: number, runOptions: RunOptions = {}) =>
			await bench.engine.store(suspendsAtOnce(workflow), { input: rows(items), now, ...runOptions }),
		swapNode: (parameters: INodeParameters = {}, settings: NodeSettings = {}, name = 'Node') =>
			node(name, 'faceSwap', swapParameters(parameters), settings),
		/** The body of a signed call about a completed job. */
		signed: (_id: string) =>
			seal({ _id, status: 3, type: 'faceswap', url: '' }, bench.emulator, Date.now(), '1529'),
		/** Completes all jobs and wakes the run, again for new jobs, until the run has ended. */
		async finish(run: StoredRun) {
			for (let leg = 0; run.status === 'waiting' && leg < 60; leg++) {
				bench.emulator.jobs.complete();
				await run.wake();
			}
			if (run.result === undefined) throw new Error('It has not begun');
			return run.result.json('Node');
		},
	};
}

export const ids = (result: RunResult, name = 'Node') => result.json(name).map(({ id }) => id);

function suspendsAtOnce({ nodes, ...workflow }: WorkflowJson): WorkflowJson {
	const atOnce = (json: NodeJson): NodeJson => {
		const { parameters = {} } = json;
		if (!json.type.endsWith('.faceSwap') || typeof parameters.waitOptions === 'string') return json;
		return {
			...json,
			parameters: { ...parameters, waitOptions: { saveAfter: 0, ...Object(parameters.waitOptions) } },
		};
	};
	return { ...workflow, nodes: nodes.map(atOnce) };
}
