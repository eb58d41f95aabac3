/**
 * Whether n8n itself refused, and will refuse again. No credential, a deleted one, a domain that is not allowed. Its
 * database may fail for a moment as well, and such an error has neither the name nor the level. Read in n8n-core and
 * n8n-workflow 2.41 (n8n.md: Errors).
 */
export function isRefusedByN8n(causes: ReadonlyArray<Readonly<Record<string, unknown>>>): boolean {
	return causes.some(({ name, level }) => name === 'NodeOperationError' || level === 'info');
}
