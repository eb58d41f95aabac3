import { NodeHelpers, type IExecuteFunctions, type INode, type INodeProperties } from 'n8n-workflow';
import type { z } from '../zod';
import { nodeOf } from '../n8n/node';
import { asError, Failure } from '../service/failure';
import { labelOf } from './parameters/messages';

const WHAT_TO_DO = 'Correct it where it is filled in.';

/** n8n's own type checks do not name parameters as the screen does. @throws Failure for a broken expression */
export function readFieldValues(
	context: IExecuteFunctions,
	fields: readonly INodeProperties[],
	item: number,
): Record<string, unknown> {
	const parameters: Record<string, unknown> = {};
	for (const field of shownOf(nodeOf(context), fields)) {
		try {
			const value: unknown = context.getNodeParameter(field.name, item, null, { skipValidation: true });
			if (value !== null) parameters[field.name] = value;
		} catch (error) {
			const path = brokenPath(context, nodeOf(context).parameters[field.name], [field.name], item);
			throw notEvaluated(labelOf(fields, path ?? [field.name]), error);
		}
	}
	return parameters;
}

const shownFields = new WeakMap<INode, { of: readonly INodeProperties[]; shown: INodeProperties[] }>();

function shownOf(node: INode, fields: readonly INodeProperties[]): INodeProperties[] {
	const known = shownFields.get(node);
	if (known?.of === fields) return known.shown;
	const shown = fields.filter(
		(field) => field.type !== 'notice' && NodeHelpers.displayParameter(node.parameters, field, node, null),
	);
	shownFields.set(node, { of: fields, shown });
	return shown;
}

function brokenPath(
	context: IExecuteFunctions,
	stored: unknown,
	path: Array<string | number>,
	item: number,
): Array<string | number> | undefined {
	if (typeof stored === 'object' && stored !== null) {
		for (const [key, value] of Object.entries(stored)) {
			const step = Array.isArray(stored) ? Number(key) : key;
			const found = brokenPath(context, value, [...path, step], item);
			if (found) return found;
		}
		return undefined;
	}
	if (typeof stored !== 'string' || !stored.startsWith('=')) return undefined;
	try {
		context.getNodeParameter(path.join('.'), item, null, { skipValidation: true });
		return undefined;
	} catch {
		return path;
	}
}

const notEvaluated = (label: string, error: unknown) =>
	new Failure(`${label} has an expression that can't be evaluated: ${asError(error).message}`, {
		description: 'Open the parameter in the node and check the data that its expression reads.',
	});

export function invalidFields(fields: readonly INodeProperties[], error: z.ZodError): Failure {
	const sentences = error.issues.map(({ path, message }) => {
		const label = labelOf(fields, path);
		return label === '' || !/^(must|has|is|needs|can)\b/.test(message) ? message : `${label} ${message}`;
	});
	const [first = '', ...others] = new Set(sentences);
	const advice = new Set(error.issues.flatMap(adviceOf));
	const description = [...others, ...(advice.size > 0 ? advice : [WHAT_TO_DO])];
	return new Failure(first, { description: joined(description) });
}

function joined(sentences: readonly string[]): string {
	if (sentences.length === 1) return sentences.join('');
	return sentences.map((sentence) => (sentence.endsWith('.') ? sentence : `${sentence}.`)).join(' ');
}

function adviceOf(issue: z.ZodIssue): string[] {
	const description: unknown = issue.code === 'custom' ? issue.params?.description : undefined;
	return typeof description === 'string' ? [description] : [];
}
