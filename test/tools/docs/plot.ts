import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/build';

/** The picture of delay and reads, drawn from the table of the bench in docs/measurements.md. */

export const plotPath = join(root, 'docs/images/delay.svg');

interface Row {
	name: string;
	reads: number;
	lag: number;
}

/** The rows of the table under "Jobs and calls". @throws when it has none */
export function rowsOfBench(): Row[] {
	const page = readFileSync(join(root, 'docs/measurements.md'), 'utf8');
	const section = page.split('\n## ').find((part) => part.startsWith('Jobs and calls')) ?? '';
	const rows = section.split('\n').flatMap((line): Row[] => {
		const [name = '', , reads = '', lag = ''] = line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim());
		return /^[\d.]+$/.test(reads) ? [{ name, reads: parseFloat(reads), lag: parseFloat(lag) }] : [];
	});
	if (rows.length === 0) throw new Error('docs/measurements.md has no table of the bench');
	return rows;
}

const WIDTH = 760;
const LABELS = 250;
const BAR = 26;
const GAP = 10;

/** Bars from the left, with their numbers behind them. */
function panel(
	title: string,
	top: number,
	bars: ReadonlyArray<{ name: string; value: number; unit: string }>,
): string {
	const most = Math.max(...bars.map(({ value }) => value));
	const rows = bars.map(({ name, value, unit }, index) => {
		const y = top + 34 + index * (BAR + GAP);
		const width = Math.round((value / most) * (WIDTH - LABELS - 110));
		const colour = index === 0 ? '#7c5cff' : '#b9bec9';
		const middle = y + BAR / 2 + 5;
		return [
			`<text x="${LABELS - 12}" y="${middle}" text-anchor="end">${name}</text>`,
			`<rect x="${LABELS}" y="${y}" width="${width}" height="${BAR}" rx="3" fill="${colour}"/>`,
			`<text x="${LABELS + width + 8}" y="${middle}">${value.toFixed(2)}${unit}</text>`,
		].join('');
	});
	return `<text x="16" y="${top + 18}" font-weight="bold">${title}</text>${rows.join('')}`;
}

/** The picture as SVG. */
export function plot(rows: readonly Row[] = rowsOfBench()): string {
	const height = 44 + rows.length * (BAR + GAP);
	const lags = rows.map(({ name, lag }) => ({ name, value: lag, unit: ' s' }));
	const reads = rows.map(({ name, reads: value }) => ({ name, value, unit: '' }));
	const panels = [
		panel('From the end of a job to the look that sees it, on average', 8, lags),
		panel('Status calls for a job', 8 + height, reads),
	];
	const all = height * 2 + 8;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${all}" font-family="sans-serif" font-size="14">`,
		`<rect width="${WIDTH}" height="${all}" fill="#fff"/>${panels.join('')}</svg>\n`,
	].join('');
}
