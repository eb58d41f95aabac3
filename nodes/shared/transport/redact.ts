import { isObject } from '../service/values';

/** A shorter text may occur by chance. */
const SHORTEST = 4;

/** n8n can't store deeper levels. */
const DEEPEST = 50;

export class Secrets {
	/** Some senders escape slashes in JSON. */
	private readonly forms = new Set<string>();

	constructor(...secrets: unknown[]) {
		for (const secret of secrets) this.add(secret);
	}

	add(given: unknown): void {
		const secret = typeof given === 'string' ? given.trim() : '';
		if (secret.length < SHORTEST || this.forms.has(secret)) return;
		const quoted = JSON.stringify(secret).slice(1, -1);
		const forms = [secret, encodeURIComponent(secret), quoted, quoted.replaceAll('/', '\\/')];
		for (const form of forms) this.forms.add(form);
	}

	redact(text: string): string {
		let clean = text;
		for (const form of this.forms) clean = clean.replaceAll(form, '***');
		return clean;
	}

	/** The names of its fields are texts, too. */
	redactAll(value: unknown, depth = 0): unknown {
		if (typeof value === 'string') return this.redact(value);
		if (!isObject(value) && !Array.isArray(value)) return value;
		if (depth === DEEPEST) return null;
		if (Array.isArray(value)) return value.map((entry) => this.redactAll(entry, depth + 1));
		const clean = ([name, inner]: [string, unknown]) => [this.redact(name), this.redactAll(inner, depth + 1)];
		return Object.fromEntries(Object.entries(value).map(clean));
	}
}
