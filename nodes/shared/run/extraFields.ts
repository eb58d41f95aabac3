import { isSession } from '../operation/common';
import { ItemFailure } from '../operation/failure';
import { labelOf, quoted } from '../operation/issues';
import { fieldsOf } from '../operation/properties';
import type { CreateSettings } from '../operation/settings';
import type { CreateOperation } from '../operation/types';

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
	const field = Object.keys(extraFields).find((name) => Object.hasOwn(known, name));
	if (field === undefined) return;
	const labelled = (path: string) => labelOf(fieldsOf(operation), path.split('.'));
	const parameter = labelled(known[field] ?? '') || 'the node itself';
	const message = `${labelled('options.extraFields')} must be without ${quoted(field)}: ${parameter} fills it in`;
	throw new ItemFailure(message, { description: 'Leave it out there.' });
}
