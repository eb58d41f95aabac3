import { DEEPEST } from '../service/values';

/** A shorter text may occur by chance. */
const SHORTEST = 4;

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

	/** In place, because copies of a long list would take the memory. The names of its fields are texts, too. */
	redactAll(value: unknown, depth = 0): unknown {
		if (typeof value === 'string') return this.redact(value);
		if (typeof value !== 'object' || value === null) return value;
		if (depth === DEEPEST) return null;
		for (const name in value) {
			const inner: unknown = Reflect.get(value, name);
			const clean = { name: this.redact(name), inner: this.redactAll(inner, depth + 1) };
			if (clean.name !== name) Reflect.deleteProperty(value, name);
			else if (clean.inner === inner) continue;
			Reflect.set(value, clean.name, clean.inner);
		}
		return value;
	}
}

export const secretsOf = ({ clientSecret, accessToken, apiKey }: Record<string, unknown>) =>
	new Secrets(clientSecret, accessToken, apiKey);
