import { NodeHelpers, type IExecuteFunctions, type INode, type INodeProperties } from 'n8n-workflow';
import type { z } from '../zod';
import { isTool, nodeOf } from '../n8n/storedExecution';
import { asError, Failure } from '../service/failure';
import { NEXT_STEPS } from '../service/nextStep';
import type { Schema } from '../service/schema';
import { sentences } from '../service/values';
import { fieldsOf } from './nodeProperties';
import { errorMap, labelOf } from './parameters/messages';
import type { Asked, Operation } from './defineOperation';

/** @throws Failure that names the parameters that are wrong */
export function readItem<T, S>(
	{ context }: { context: IExecuteFunctions },
	operation: Operation,
	schema: Schema<Asked<T>>,
	item: number,
	settingsSchema: Schema<S>,
) {
	const fields = fieldsOf(operation);
	// n8n drops the files of a tool.
	const parameters = {
		...readFieldValues(context, fields, item),
		...(isTool(context) && { downloadResult: false }),
	};
	const asked = readAs(schema, parameters, fields);
	return { ...asked, settings: readAs(settingsSchema, parameters, fields) };
}

/** @throws Failure that names the parameters that are wrong */
export function readAs<T>(schema: Schema<T>, given: unknown, fields: readonly INodeProperties[]): T {
	const { success, data, error } = schema.safeParse(given, { errorMap });
	if (success) return data;
	throw invalidFields(fields, error);
}

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
			const isBroken = (path: Path) => !canBeRead(context, path, item);
			const paths = expressionsIn(nodeOf(context).parameters[field.name], [field.name]);
			throw notEvaluated(labelOf(fields, paths.find(isBroken) ?? [field.name]), error);
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

type Path = Array<string | number>;

function expressionsIn(stored: unknown, path: Path): Path[] {
	if (typeof stored === 'string') return stored.startsWith('=') ? [path] : [];
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

const notEvaluated = (field: string, error: unknown) =>
	new Failure(
		`${field} has an expression that can't be evaluated: ${asError(error).message}`,
		'changeField',
		{
			description: `Open ${field} in the node and check the data that its expression reads.`,
			field,
		},
	);

export function invalidFields(fields: readonly INodeProperties[], error: z.ZodError): Failure {
	const flaws = error.issues.map((issue) => {
		const label = labelOf(fields, issue.path);
		const sentence = label === '' ? issue.message : `${label} ${issue.message}`;
		const advice: unknown = issue.code === 'custom' ? issue.params?.description : undefined;
		return { label, sentence, advice };
	});
	const [first = '', ...others] = new Set(flaws.map(({ sentence }) => sentence));
	const field = flaws[0]?.label || undefined;
	const given = new Set(flaws.flatMap(({ advice }) => (typeof advice === 'string' ? advice : [])));
	const advice = given.size > 0 ? given : [NEXT_STEPS.changeField.say({ field })];
	return new Failure(first, 'changeField', { description: sentences(...others, ...advice), field });
}
