import { isObject } from '../service/values';

/** Anything shorter is not a secret, and may occur in a text by chance. */
const SHORTEST = 4;

/** Deeper than any answer of the service; deeper levels are left out, as n8n itself can't store them. */
const DEEPEST = 50;

/** Takes secrets out of a text that someone else wrote: the service may repeat what it was sent. */
export const redact = (text: string, secrets: Iterable<unknown>) => without(formsOf(secrets), text);

/** The same for any answer, before it is read, shortened or passed on. The names of its fields are texts, too. */
export const redactAll = (value: unknown, secrets: Iterable<unknown>) => withoutIn(formsOf(secrets), value);

/** Secrets as they stand, in an address, and in a JSON text, where some senders escape slashes. */
function formsOf(secrets: Iterable<unknown>): Set<string> {
	const forms = [...secrets].flatMap((given) => {
		const secret = typeof given === 'string' ? given.trim() : '';
		if (secret.length < SHORTEST) return [];
		const quoted = JSON.stringify(secret).slice(1, -1);
		return [secret, encodeURIComponent(secret), quoted, quoted.replaceAll('/', '\\/')];
	});
	return new Set(forms);
}

function without(forms: Set<string>, text: string): string {
	let clean = text;
	for (const form of forms) clean = clean.replaceAll(form, '***');
	return clean;
}

function withoutIn(forms: Set<string>, value: unknown, depth = 0): unknown {
	if (typeof value === 'string') return without(forms, value);
	if (!isObject(value) && !Array.isArray(value)) return value;
	if (depth === DEEPEST) return null;
	if (Array.isArray(value)) return value.map((entry) => withoutIn(forms, entry, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [without(forms, name), withoutIn(forms, inner, depth + 1)]),
	);
}
