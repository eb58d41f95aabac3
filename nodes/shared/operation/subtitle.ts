import type { Resource } from './types';

/**
 * The line under a node's name on the canvas, as an n8n expression: what the node does, in the words of its action,
 * such as "Swap faces in an image". Empty for what is no operation of the node.
 */
export function nodeSubtitle(resources: readonly Resource[]): string {
	const actions = Object.fromEntries(
		resources.flatMap((resource) =>
			resource.operations.map(({ value, action }) => [`${resource.value}.${value}`, action]),
		),
	);
	return `={{ (${JSON.stringify(actions)})[$parameter["resource"] + "." + $parameter["operation"]] ?? "" }}`;
}
