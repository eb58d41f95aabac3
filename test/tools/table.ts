/** Prints rows under their headings, the first column to the left, the others to the right. */
export function printTable(headings: readonly string[], rows: ReadonlyArray<readonly string[]>): void {
	const all = [headings, ...rows];
	const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
	for (const row of all) {
		const cells = row.map((cell, column) =>
			column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
		);
		console.log(`  ${cells.join('   ')}`);
	}
}
