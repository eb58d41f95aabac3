import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { fields } from './fields';

/** The parameters of the trigger, as the screen gives them. */
const schema = z.object({
	events: z.array(z.enum(['completed', 'failed', 'processing'])),
	kinds: z.array(z.string()),
	accept: z.enum(['signedOrPlain', 'signed']),
	simplify: z.boolean(),
	options: z.object({
		deduplicate: z.boolean().default(true),
		/** Minutes; 0 means any age. */
		maximumAge: z.coerce.number().min(0).default(0),
	}),
});
export type TriggerSettings = z.output<typeof schema>;

const labelOf = (name: unknown) => fields.find((field) => field.name === name)?.displayName;

/** @throws when a parameter does not fit its field, for example an expression that can't be evaluated */
export function readSettings(context: IWebhookFunctions): TriggerSettings {
	const names = ['events', 'kinds', 'accept', 'simplify', 'options'] as const;
	const entries = names.map((name) => [name, context.getNodeParameter(name)]);
	const parsed = schema.safeParse(Object.fromEntries(entries));
	if (parsed.success) return parsed.data;
	const wrong = new Set(parsed.error.issues.map(({ path: [name] }) => labelOf(name)));
	throw new Error(`Correct these parameters of the trigger: ${[...wrong].join(', ')}`);
}
