import { isObject } from '../service/values';

/** Anything shorter is not a secret, and may occur in a text by chance. */
const SHORTEST = 4;

/** Deeper than any answer of the service; deeper levels are left out, as n8n itself can't store them. */
const DEEPEST = 50;

/** Takes secrets out of a text that someone else wrote: the service may repeat what it was sent. */
export function redact(text: string, secrets: Iterable<unknown>): string {
	let clean = text;
	for (const given of secrets) {
		const secret = typeof given === 'string' ? given.trim() : '';
		if (secret.length < SHORTEST) continue;
		for (const form of formsOf(secret)) clean = clean.replaceAll(form, '***');
	}
	return clean;
}

/** A secret as it stands, in an address, and in a JSON text, where some senders escape slashes. */
function formsOf(secret: string): string[] {
	const quoted = JSON.stringify(secret).slice(1, -1);
	return [secret, encodeURIComponent(secret), quoted, quoted.replaceAll('/', '\\/')];
}

/** The same for any answer, before it is read, shortened or passed on. The names of its fields are texts, too. */
export function redactAll(value: unknown, secrets: Iterable<unknown>, depth = 0): unknown {
	if (typeof value === 'string') return redact(value, secrets);
	if (!isObject(value) && !Array.isArray(value)) return value;
	if (depth === DEEPEST) return null;
	if (Array.isArray(value)) return value.map((entry) => redactAll(entry, secrets, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			redact(name, secrets),
			redactAll(inner, secrets, depth + 1),
		]),
	);
}
