import type { Bench } from './bench';
import { connect, node, type WorkflowJson } from './engine';

/** Detections of pictures, as the operation Detect returns them. */
export const detection = (url: string | undefined, ...at: number[]) => ({
	faceCount: at.length,
	faces: at.map((x) => ({
		...{ opts: opts(x), videoOpts: opts(x) },
		region: { x, y: 10, width: 40 + (x % 7), height: 40 },
	})),
	...(url !== undefined && { imageUrl: url }),
});
export const opts = (x: number) => `${x},20:${x + 10},20:${x + 5},30:${x + 2},40`;
export const group = (n: number) => `https://example.com/group-${n}.png`;
export const me = 'https://example.com/me.png';

/** A mapper with these items on its two inputs, and these parameters. */
export function mapper(
	bench: Bench,
	targets: object[],
	sources: object[] | undefined,
	parameters = {},
	settings = {},
): WorkflowJson {
	const give = (name: string, items: object[]) =>
		node(
			name,
			bench.engine.fake(name, () => items.map((item) => ({ json: JSON.parse(JSON.stringify(item)) }))),
		);
	const isTwo = sources !== undefined;
	return {
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger'),
			give('Targets', targets),
			...(isTwo ? [give('Sources', sources)] : []),
			node('Node', 'faceMapper', parameters, settings),
		],
		connections: connect(
			['Start', 'Targets'],
			...(isTwo ? ([['Start', 'Sources']] as Array<[string, string]>) : []),
			['Targets', 'Node'],
			...(isTwo ? ([['Sources', 'Node', 0, 1]] as Array<[string, string, number, number]>) : []),
		),
	};
}
