import { NodeHelpers, type IExecuteFunctions, type INode, type INodeProperties } from 'n8n-workflow';
import type { z } from '../zod';
import { isTool, nodeOf } from '../n8n/storedExecution';
import { asError, Failure, wrongField } from '../service/failure';
import type { Schema } from '../service/schema';
import { excerptOf, quoted, sentences } from '../service/values';
import { EMPTY, errorMap, labelOf } from './parameters/messages';
import type { Asked, Operation, Ready, Resource } from './defineOperation';

/** n8n adds this choice to each list of operations. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/** The operation that a node is set to. @throws Failure */
export function chosen(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const set = (name: string): unknown => context.getNodeParameter(name, 0, '');
	const [resource, operation] = [set('resource'), set('operation')];
	const ofResource = resources.find(({ value }) => value === resource);
	const found = ofResource?.operations.find(({ value }) => value === operation);
	if (found?.type === 'create' && found.kinds)
		return { ...found, kind: found.kinds.find(({ name }) => name === set('jobType')) ?? found.kind };
	if (found) return found;
	const description = 'Choose Custom Job, or for a read an HTTP Request node with this credential.';
	const isCustom = [resource, operation].includes(CUSTOM_API_CALL);
	const [field, given] = ofResource || isCustom ? ['Operation', operation] : ['Resource', resource];
	const name = isCustom ? 'Custom API Call' : quoted(given);
	throw wrongField(field, `${field} is ${name}, which this node does not have`, description);
}

/** Reads an item of a run. @throws Failure that names the parameters that are wrong */
export function itemReader<T>(
	{ context }: { context: IExecuteFunctions },
	{ properties, schema }: Ready<T>,
): (item: number) => Asked<T> {
	const node = nodeOf(context);
	const shown = properties.filter((field) =>
		NodeHelpers.displayParameter(node.parameters, field, node, null),
	);
	return (item) => {
		const given = readFieldValues(context, shown, item);
		// n8n gives no hidden field, and drops the files of a tool.
		const downloadResult = isTool(context) ? false : (given.downloadResult ?? false);
		const found = foundNothing(context, properties, item);
		return readAs(schema, { ...given, downloadResult }, properties, found);
	};
}

/** @throws Failure that names the parameters that are wrong */
export function readAs<T>(
	schema: Schema<T>,
	given: unknown,
	fields: readonly INodeProperties[],
	found?: Found,
): T {
	const { success, data, error } = schema.safeParse(given, { errorMap });
	if (success) return data;
	const flaws = error.issues.map((issue) => {
		const label = labelOf(fields, issue.path);
		const sentence = label === '' ? issue.message : `${label} ${issue.message}`;
		const custom: unknown = issue.code === 'custom' ? issue.params?.description : undefined;
		return { label, sentence, advice: (issue.message === EMPTY && found?.(issue.path, custom)) || custom };
	});
	const field = flaws[0]?.label || 'the parameters';
	const known = new Set(flaws.flatMap(({ advice }) => (typeof advice === 'string' ? advice : [])));
	const told = { description: sentences(...known), field, suggestion: boundOf(error.issues[0]) };
	throw new Failure([...new Set(flaws.map(({ sentence }) => sentence))].join(', and '), 'changeField', told);
}

/** The field that the service names, such as Avatar in "avatar_id nobody does not exist". */
export function fieldNamedIn(words: string, fields: readonly INodeProperties[]): string | undefined {
	const isNamed = ({ name }: INodeProperties) =>
		new RegExp(`\\b${name.replace(/[A-Z]/g, '_$&')}\\b`, 'i').test(words);
	const [label, ...others] = new Set(fields.filter(isNamed).map(({ displayName }) => displayName));
	return others.length === 0 ? label : undefined;
}

const MOST_NAMES = 20;

/** The flaw if the expression of an empty field found nothing; undefined if you entered no expression. */
const foundNothing =
	(context: IExecuteFunctions, fields: readonly INodeProperties[], item: number): Found =>
	(path, usual) => {
		const label = labelOf(fields, path);
		const entered = expressionsIn(nodeOf(context).parameters, []);
		const { text } = entered.find((each) => labelOf(fields, each.path) === label) ?? {};
		if (text === undefined) return undefined;
		const json = context.getInputData()[item]?.json ?? {};
		if (json.dryRun === true) return 'The item comes from a dry run, so there is no job';
		const presets = fields.flatMap((field) => expressionsIn(field.default, []));
		if (usual !== undefined && presets.some((each) => each.text === text)) return undefined;
		const names = Object.keys(json).slice(0, MOST_NAMES);
		const others = names.length > 0 ? `Its fields are: ${names.join(', ')}` : 'It has no fields';
		return `${excerptOf(text.slice(1), 100)} is empty in this item. ${others}`;
	};

/** n8n's own type checks do not name parameters as the screen does. @throws Failure for a broken expression */
export function readFieldValues(
	context: IExecuteFunctions,
	fields: readonly INodeProperties[],
	item: number,
): Record<string, unknown> {
	const parameters: Record<string, unknown> = {};
	for (const field of fields) {
		if (field.type === 'notice') continue;
		try {
			const value: unknown = context.getNodeParameter(field.name, item, null, { skipValidation: true });
			if (value !== null) parameters[field.name] = value;
		} catch (error) {
			const found = expressionsIn(nodeOf(context).parameters[field.name], [field.name]);
			const { path } = found.find((each) => !canBeRead(context, each.path, item)) ?? { path: [field.name] };
			const label = labelOf(fields, path);
			const message = `${label} has an expression that can't be evaluated: ${asError(error).message}`;
			throw wrongField(
				label,
				message,
				`Open ${label} in the node and check the data that its expression reads.`,
			);
		}
	}
	return parameters;
}

/** For an item that failed. Undefined when it can't be read. */
export function readOption<T>(context: IExecuteFunctions, name: string, item: number, schema: Schema<T>) {
	try {
		return schema.safeParse(context.getNodeParameter(`options.${name}`, item, null)).data;
	} catch {
		return undefined;
	}
}

type Path = Array<string | number>;
type Found = (path: Path, usual: unknown) => string | undefined;

/** The arguments of a model's call, by the labels of the fields that they fill in. */
export function argumentsOf(node: INode, fields: readonly INodeProperties[]): Map<string, string> {
	const named = expressionsIn(node.parameters, []).flatMap(({ path, text }): Array<[string, string]> => {
		const argument = /\$fromAI\(\s*['"`]([\w-]+)/i.exec(text)?.[1];
		return argument === undefined ? [] : [[labelOf(fields, path), argument]];
	});
	return new Map(named);
}

function expressionsIn(stored: unknown, path: Path): Array<{ path: Path; text: string }> {
	if (typeof stored === 'string') return stored.startsWith('=') ? [{ path, text: stored }] : [];
	if (typeof stored !== 'object' || stored === null) return [];
	return Object.entries(stored).flatMap(([key, value]) =>
		expressionsIn(value, [...path, Array.isArray(stored) ? Number(key) : key]),
	);
}

function canBeRead(context: IExecuteFunctions, path: Path, item: number): boolean {
	try {
		context.getNodeParameter(path.join('.'), item, null, { skipValidation: true });
		return true;
	} catch {
		return false;
	}
}

function boundOf(issue: z.ZodIssue | undefined) {
	if (!issue || !('inclusive' in issue) || issue.type !== 'number' || !issue.inclusive) return undefined;
	return issue.code === 'too_big' ? issue.maximum : issue.minimum;
}
