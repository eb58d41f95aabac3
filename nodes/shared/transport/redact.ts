/** Takes secrets out of a text that someone else wrote: the service may repeat what it was sent. */
export function redact(text: string, secrets: readonly unknown[]): string {
	return secrets.reduce<string>(
		(clean, secret) =>
			typeof secret === 'string' && secret.trim().length > 3 ? clean.replaceAll(secret.trim(), '***') : clean,
		text,
	);
}
