import { NodeConnectionTypes } from 'n8n-workflow';
import type { IDisplayOptions, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { isSession } from '../jobs/kinds';
import { resumeWebhook } from '../n8n/reentry';
import { choice } from './parameters/builders';
import type { Operation, Resource } from './defineOperation';

export const actionNode = (resources: readonly Resource[]) =>
	({
		group: ['transform'],
		version: 1,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mediaGenerationApi', required: true }],
		...resumeWebhook,
		properties: [
			...resources.flatMap(toolDescriptions),
			...selector('Resource', resources).fields('resource'),
			...resources.flatMap(({ value, operations }) =>
				selector('Operation', operations, { show: { resource: [value] } }).fields('operation'),
			),
			...resources.flatMap((resource) =>
				resource.operations.flatMap((operation) => operationFields(resource, operation)),
			),
		],
	}) satisfies Partial<INodeTypeDescription>;

/** A model reads it. At a run n8n takes its text from the field of this name (n8n.md: Who calls a tool). */
function toolDescriptions({ value, operations, isHiddenFromTools }: Resource): INodeProperties[] {
	if (isHiddenFromTools) return [];
	return operations.map((operation) => ({
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 3 },
		default: [operation.action, ...costOf(operation)].join('. '),
		displayOptions: { show: { '@tool': [true], resource: [value], operation: [operation.value] } },
		description: 'What the tool does and what it costs, for the model',
	}));
}

function costOf(operation: Operation): string[] {
	if (operation.type === 'call') return [];
	const { kind } = operation;
	if (operation.type === 'read') {
		return ['It costs nothing. Call it if an answer has the next step readJob, with the id of that answer'];
	}
	const again = 'The same call again within 15 minutes gives the same';
	if (isSession(kind)) {
		return ['The session costs credits until the tool that closes it is called', `${again} session`];
	}
	const time = kind.name === 'audio' ? 'some seconds' : operation.makesImages ? 'about a minute' : 'minutes';
	return [`It costs credits and takes ${time} or more`, `${again} job and is not paid again`];
}

function selector(
	displayName: string,
	choices: ReadonlyArray<(Operation | Resource) & { isHiddenFromTools?: boolean }>,
	displayOptions?: IDisplayOptions,
) {
	const hidden = { displayOptions: { hide: { '@tool': [true] } } };
	const options = choices.map((each) => ({ ...each, ...(each.isHiddenFromTools && hidden) }));
	const usual = choices[0]?.value ?? '';
	return choice(displayName, { noDataExpression: true, displayOptions, options, default: usual });
}

function operationFields(resource: Resource, operation: Operation): INodeProperties[] {
	const own = { resource: [resource.value], operation: [operation.value] };
	return operation.properties.map((field) => ({
		...field,
		displayOptions: { ...field.displayOptions, show: { ...own, ...field.displayOptions?.show } },
	}));
}

export function nodeSubtitle(resources: readonly Resource[]): string {
	const subtitles = resources.flatMap(({ value, name, operations }) =>
		operations.map((operation) => [
			`${value}.${operation.value}`,
			// n8n names a node after its action, which the line below must not repeat.
			`${name}: ${operation.name.replace(/^.* in /, '')}`,
		]),
	);
	return `={{ (${JSON.stringify(Object.fromEntries(subtitles))})[$parameter["resource"] + "." + $parameter["operation"]] ?? "" }}`;
}
