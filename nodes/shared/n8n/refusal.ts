/** Errors of n8n's database, which may pass, have neither the name nor the level. Read in n8n 2.41 (n8n.md: Errors). */
export function isRefusedByN8n(causes: ReadonlyArray<Readonly<Record<string, unknown>>>): boolean {
	return causes.some(({ name, level }) => name === 'NodeOperationError' || level === 'info');
}
