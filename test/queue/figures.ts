/** Prints lines of what was measured, without what a test runner puts around them. */
export function say(...lines: readonly string[]): void {
	process.stdout.write(`${lines.map((line) => `    ${line}\n`).join('')}`);
}
