const SHORTEST = 4;

/**
 * Takes secrets out of a text that someone else wrote: the service may repeat what it was sent. The text may have been cut
 * short, as its "…" tells, in the middle of one.
 */
export function redact(text: string, secrets: readonly unknown[]): string {
	return secrets.reduce<string>((clean, given) => {
		const secret = typeof given === 'string' ? given.trim() : '';
		if (secret.length < SHORTEST) return clean;
		return withoutBeginnings(clean.replaceAll(secret, '***'), secret);
	}, text);
}

function withoutBeginnings(text: string, secret: string): string {
	if (!text.includes('…')) return text;
	let clean = text;
	for (let length = secret.length - 1; length >= SHORTEST; length--) {
		clean = clean.replaceAll(`${secret.slice(0, length)}…`, '***…');
	}
	return clean;
}
