import type { IExecuteFunctions } from 'n8n-workflow';
import { ItemFailure } from '../../operation/failure';
import { labelOf, quoted } from '../../operation/parameters/messages';
import { optionalTextSchema } from '../../operation/parameters/schemas';
import { fieldsOf } from '../../operation/nodeProperties';
import { createSettingsOf, type CreateSettings } from '../../operation/settings';
import { BODY_SETTINGS } from '../../operation/settings/bodySettings';
import type { CreateOperation, Operation, Plan, Tools } from '../../operation/types';
import { failedAt } from '../../item/outcome';
import { readItem } from '../../item/itemParameters';
import { throwIfStopped, type Run } from '../../item/runContext';
import { emptyEntry, type Entry } from '../batch/entry';

/** An entry whose parameters are right: it is about to be planned. */
export interface Checked extends Entry {
	input: unknown;
	makePlan: (tools: Tools) => Promise<Plan>;
}

/** Validates the parameters of every item, without a request: a bad item does not even cost a detection. */
export async function checkAll(run: Run, operation: CreateOperation): Promise<Array<Entry | Checked>> {
	const entries: Array<Entry | Checked> = [];
	let first: Checked | undefined;
	let firstThatWaits: Checked | undefined;
	for (const item of run.items.keys()) {
		try {
			const checked = check(run, operation, item);
			requireSame(operation, 'options', checked, (first ??= checked));
			if (checked.settings.waitForCompletion) {
				requireSame(operation, 'waitOptions', checked, (firstThatWaits ??= checked));
			}
			entries.push(checked);
		} catch (error) {
			const known = {
				kind: operation.kind.name,
				submitted: 'no',
				reference: referenceOf(run, item),
			} as const;
			entries.push({ ...emptyEntry(operation, item), outcome: failedAt(item, error, known) });
		}
		await run.breathe();
		throwIfStopped(run);
	}
	return entries;
}

function check(run: Run, operation: CreateOperation, item: number): Checked {
	const schema = createSettingsOf(operation);
	const { settings, input, value: makePlan } = readItem(run, operation, operation.bind, item, schema);
	requireUnknown(operation, settings.extraFields);
	requireConsent(settings);
	requireListening(run.context, settings);
	return { item, fingerprint: '', settings, input, makePlan };
}

/** Settings that hold for a run, and not for an item, by the lists that they are in. */
const OF_A_RUN = {
	options: ['maxConcurrent', 'maxInProgress'],
	waitOptions: ['waitUsing', 'storeAfter'],
} as const;

/** Refuses an item that sets otherwise what holds for the whole run: the setting of the first would win in silence. */
function requireSame(
	operation: CreateOperation,
	list: keyof typeof OF_A_RUN,
	entry: Entry,
	first: Entry,
): void {
	for (const name of OF_A_RUN[list]) {
		const given = entry.settings[name];
		const usual = first.settings[name];
		if (given === usual) continue;
		const label = labelOf(fieldsOf(operation), [list, name]);
		const message = `${label} must be the same for all items, but ${quoted(given)} was given, and item ${first.item} has ${quoted(usual)}`;
		throw new ItemFailure(message, {
			description: `It holds for the whole run. Give item ${entry.item} the same, or run it in a node of its own.`,
		});
	}
}

/**
 * Refuses extra fields that a parameter of the node covers: nobody would know which of the two was sent.
 * @throws ItemFailure that names the first of them, and its parameter
 */
export function requireUnknown(operation: Operation, extraFields: object = {}): void {
	for (const name of Object.keys(extraFields)) {
		const parameter = parameterOf(operation, name);
		if (parameter !== '') throw coveredBy(operation, name, parameter);
	}
}

/** The same for what the node itself has put into the body of the request. */
export function requireFree(operation: Operation, body: object = {}, extraFields: object = {}): void {
	const taken = new Set(Object.keys(body).map((name) => name.toLowerCase()));
	const name = Object.keys(extraFields).find((each) => taken.has(each.toLowerCase()));
	if (name !== undefined) throw coveredBy(operation, name, 'the node itself');
}

function coveredBy(operation: Operation, field: string, parameter: string): ItemFailure {
	const label = labelOf(fieldsOf(operation), ['options', 'extraFields']);
	return new ItemFailure(`${label} must be without ${quoted(field)}: ${parameter} fills it in`, {
		description: 'Leave it out there.',
	});
}

/** The label of the parameter that has a field's name, however it is spelt; empty where there is none. */
function parameterOf(operation: Operation, field: string): string {
	const spelt = (name: string) => name.replaceAll('_', '').toLowerCase();
	const fields = fieldsOf(operation);
	const find = (names: string[]) => names.find((name) => spelt(name) === spelt(field));
	const own = find([...Object.keys(operation.parameters), 'webhookUrl']);
	if (own !== undefined) return labelOf(fields, [own]) || labelOf(fields, ['options', own]);
	const option = find([...Object.keys(operation.options), ...BODY_SETTINGS]);
	return option === undefined ? '' : labelOf(fields, ['options', option]);
}

/** Refuses an item without the consent that the node is told to ask for. @throws ItemFailure */
function requireConsent({ consentRequired, consentReference }: CreateSettings): void {
	if (!consentRequired || consentReference !== undefined) return;
	throw new ItemFailure('Consent Reference is empty, and Consent Required is on', {
		description:
			'Nothing was sent or paid for this item. Give it the number of the consent, or of the contract, of the person who is shown or heard.',
	});
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
export function referenceOf({ context }: Run, item: number): string | undefined {
	try {
		const reference: unknown = context.getNodeParameter('options.reference', item, null);
		return optionalTextSchema.safeParse(reference).data;
	} catch {
		return undefined;
	}
}
