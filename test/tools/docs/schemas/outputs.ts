import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Call } from '../../../engine/fields/call';
import { calls } from '../../../engine/fields/calls';
import type { Stage } from '../../../engine/fields/stage';
import { node, single, type WorkflowJson } from '../../../support/engine';
import { detection, mapper } from '../../../support/mapper';
import type { Bench } from '../../../support/setUp';

/** The items that a node returns, with its folder, resource and operation, if it has these. */
export interface Output {
	folder: string;
	resource?: string;
	operation?: string;
	items: IDataObject[];
}

/** The fields of official records are those of all. */
const EVERYTHING: INodeParameters = { filters: {} };
/** The first call of each operation, which waits for the result of its job. */
const waiting = Object.values(
	Object.fromEntries(calls.toReversed().map((call) => [`${call.node} ${call.name.split(' ')[0]}`, call])),
).map((call): Call => ({
	...call,
	async parameters(scene) {
		const { webhookUrl: _hook, waitForCompletion, ...others } = await call.parameters(scene);
		const isList = call.name.endsWith('.getAll') && 'filters' in others;
		return {
			...others,
			...(waitForCompletion !== undefined && { waitForCompletion: true, downloadResult: false }),
			...(isList && EVERYTHING),
		};
	},
	gives: undefined,
}));

const folderOf = (type: string) => type.charAt(0).toUpperCase() + type.slice(1);

/** Runs every operation of every node. */
export async function outputsOf(bench: Bench, stage: Stage): Promise<Output[]> {
	const outputs: Output[] = [];
	const { engine } = bench;
	for (const call of waiting) {
		const [resource, operation] = call.name.split(' ')[0]!.split('.');
		const { items, refusal } = await stage.make(call);
		if (refusal !== undefined) throw new Error(`${call.name}: ${String(refusal)}`);
		outputs.push({ folder: folderOf(call.node), resource, operation, items });
	}

	async function run(workflow: WorkflowJson): Promise<IDataObject[]> {
		const result = await engine.run(workflow);
		if (result.error) throw result.error;
		return result.json('Node');
	}
	// The schema of all nodes describes a video.
	const body = JSON.stringify({ url: bench.media('a.mp4'), background: '#00ff00' });
	const custom = { path: '/content/video/createbybackground', body, jobType: 'video', downloadResult: false };
	for (const type of new Set(calls.map((call) => call.node))) {
		const of = { resource: 'custom', operation: 'submit' };
		outputs.push({ folder: folderOf(type), ...of, items: await run(single(type, { ...of, ...custom })) });
	}
	const faces = [detection('https://example.com/a.png', 1)];
	outputs.push({ folder: 'FaceMapper', items: await run(mapper(bench, faces, faces)) });

	const n8n = await engine.listen({ nodes: [node('Node', 'mediaGenerationTrigger')] });
	const image = { resource: 'image', operation: 'generate', prompt: 'A lake', waitForCompletion: false };
	await run(single('imageGeneration', { ...image, webhookUrl: n8n.url }));
	outputs.push({ folder: 'MediaGenerationTrigger', items: await n8n.untilRuns(1) });
	await n8n.close();
	return outputs;
}
