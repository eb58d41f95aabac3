import type { Operation, Resource } from './types';

/**
 * The line under a node's name on the canvas, as an n8n expression: what is chosen, in the words of the screen, such as
 * "Image: Generate" or "Face Swap: Video". Empty when the operation is not one of the node's.
 */
export function nodeSubtitle(resources: readonly Resource[]): string {
	const subtitles = Object.fromEntries(
		resources.flatMap((resource) =>
			resource.operations.map((operation) => [
				`${resource.value}.${operation.value}`,
				subtitleOf(resource, operation),
			]),
		),
	);
	return `={{ (${JSON.stringify(subtitles)})[$parameter["resource"] + "." + $parameter["operation"]] ?? "" }}`;
}

/** n8n names a node after the action that was picked: the line below must not repeat the same words. */
function subtitleOf(resource: Resource, { name }: Operation): string {
	return `${resource.name}: ${name.replace(/^.* in an? /, '')}`;
}
