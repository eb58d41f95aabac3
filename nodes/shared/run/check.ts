import type { IExecuteFunctions } from 'n8n-workflow';
import { isSession } from '../operation/common';
import { ItemFailure } from '../operation/failure';
import { labelOf, quoted, shownValue } from '../operation/issues';
import { parameterFailure, parametersOf } from '../operation/parameters';
import { fieldsOf } from '../operation/properties';
import { createSettingsOf, type CreateSettings } from '../operation/settings';
import type { Bound, CreateOperation, Operation, Plan, Tools } from '../operation/types';
import type { Schema } from '../service/schema';
import { failedAt, type Outcome } from './outcome';
import { throwIfStopped, type Run } from './runContext';

/** An item whose parameters are right. */
export interface Checked {
	item: number;
	settings: CreateSettings;
	input: unknown;
	makePlan: (tools: Tools) => Promise<Plan>;
}

/** Validates the parameters of every item, without a request: a bad item does not even cost a detection. */
export async function checkAll(run: Run, operation: CreateOperation): Promise<Array<Outcome<Checked>>> {
	const checked: Array<Outcome<Checked>> = [];
	for (const item of run.items.keys()) {
		checked.push(checkOne(run, operation, item));
		await run.breathe();
		throwIfStopped(run);
	}
	return checked;
}

function checkOne(run: Run, operation: CreateOperation, item: number): Outcome<Checked> {
	try {
		const schema = createSettingsOf(operation);
		const { settings, input, value: makePlan } = parsed(run, operation, operation.bind, item, schema);
		requireExtra(operation, settings);
		requireListening(run.context, settings);
		return { ok: true, value: { item, settings, input, makePlan } };
	} catch (error) {
		const reference = referenceOf(run, item);
		return failedAt(item, error, { kind: operation.kind.name, submitted: 'no', reference });
	}
}

/**
 * What an operation makes of the parameters of an item, and its settings.
 * @throws ItemFailure that names the parameters that are wrong
 */
export function parsed<T, S>(
	{ context }: Run,
	operation: Operation,
	bind: (parameters: unknown) => Bound<T>,
	item: number,
	schema: Schema<S>,
) {
	const parameters = parametersOf(context, operation, item);
	const settings = schema.safeParse(parameters, { errorMap: shownValue });
	const bound = bind(parameters);
	if (!bound.ok) throw parameterFailure(operation, bound.error);
	if (!settings.success) throw parameterFailure(operation, settings.error);
	return { ...bound, settings: settings.data };
}

/**
 * Refuses extra fields that a parameter of the node covers, or that the node fills in itself: nobody would know which
 * of the two was sent.
 * @throws ItemFailure that names the first of them, and its parameter
 */
export function requireExtra(
	operation: CreateOperation,
	{ options: { extraFields = {} } }: CreateSettings,
): void {
	const { kind, sends } = operation;
	const known: Record<string, string> = { ...sends, ...(!isSession(kind) && { webhookUrl: 'webhookUrl' }) };
	// Some services take a name in any case.
	const names = new Map(Object.keys(known).map((name) => [name.toLowerCase(), name]));
	const field = Object.keys(extraFields).find((name) => names.has(name.toLowerCase()));
	if (field === undefined) return;
	const name = names.get(field.toLowerCase()) ?? '';
	const labelled = (path: string) => labelOf(fieldsOf(operation), path.split('.'));
	const parameter = labelled(known[name] ?? '') || 'the node itself';
	const message = `${labelled('options.extraFields')} must be without ${quoted(field)}: ${parameter} fills it in`;
	throw new ItemFailure(message, { description: 'Leave it out there.' });
}

/**
 * Refuses, in a production run, a callback address that only listens while someone tests in the editor.
 * @throws ItemFailure
 */
function requireListening(context: IExecuteFunctions, { webhookUrl }: CreateSettings): void {
	if (webhookUrl === undefined || context.getMode() === 'manual') return;
	if (!new URL(webhookUrl).pathname.includes('/webhook-test/')) return;
	throw new ItemFailure('Webhook URL is a test address, and this is a production run', {
		description:
			'A test address listens only while the editor waits for a test event. Copy the Production URL of the trigger, and publish its workflow (n8n 1: activate it).',
	});
}

/** The reference of an item whose parameters are refused, if it can be read: people recognise their rows by it. */
function referenceOf({ context }: Run, item: number): string | undefined {
	try {
		const reference: unknown = context.getNodeParameter('options.reference', item, null);
		return typeof reference === 'string' && reference !== '' ? reference : undefined;
	} catch {
		return undefined;
	}
}
