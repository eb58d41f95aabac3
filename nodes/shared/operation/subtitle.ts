import type { Operation, Resource } from './types';

/**
 * The line under a node's name on the canvas, as an n8n expression: what is chosen, in the words of the screen, such as
 * "Image: Generate" or "Swap Faces in an Image". Empty for what is no operation of the node.
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

/** A long name of an operation says by itself what it is about. */
function subtitleOf(resource: Resource, { name }: Operation): string {
	return name.split(' ').length > 2 ? name : `${resource.name}: ${name}`;
}
