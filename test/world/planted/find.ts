import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltPackage, type Patch } from '../loader';
import { drawPlan } from '../plan';
import { run } from '../world';

/**
 * Faults to plant in the built nodes, one at a time. Each is a mistake that somebody made or could make. A line has the
 * name, the file in `dist/nodes/shared`, what is replaced there, by what, and the first number to live if the fault is rare.
 */
export const PLANTED = readFileSync(join(__dirname, 'faults.txt'), 'utf8')
	.split('\n')
	.filter(Boolean)
	.map((line) => line.replaceAll('\\n', '\n').split('\t'))
	.map(([name = '', file = '', find = '', replace = '', first = 1]) => ({
		...{ name, first: Number(first), file: `shared/${file}`, find, replace },
	}));

/** Seconds of one core for each fault, unless fewer are asked for. */
const SECONDS = 120;

/** Plants each fault, and looks for a world that holds without it. Returns how many it found, and of how many. */
export async function findPlanted(
	names: readonly string[],
	healthy: BuiltPackage,
	minutes: number,
): Promise<[found: number, of: number]> {
	const planted = PLANTED.filter(
		({ name }) => names.length === 0 || names.some((each) => name.includes(each)),
	);
	let found = 0;
	for (const fault of planted) {
		const began = process.cpuUsage();
		const seconds = () => process.cpuUsage(began).user / 1e6;
		let line: string | undefined;
		const built = fitted(fault);
		if (!built) continue;
		for (let seed = fault.first; seconds() < Math.min(SECONDS, 60 * minutes) && line === undefined; seed++) {
			const { finding } = await run(drawPlan(seed), built);
			const isAbout = finding?.kind !== 'secret' || /token/.test(fault.name);
			if (!finding || !isAbout || (await run(drawPlan(seed), healthy)).finding) continue;
			const what = finding.what.split('\n')[0]?.slice(0, 120);
			line = `world ${seed} after ${seconds().toFixed(0)} s: ${finding.kind}: ${what}`;
		}
		if (line !== undefined) found += 1;
		console.log(`${line === undefined ? 'NOT FOUND' : 'found'}  ${fault.name}  ${line ?? ''}`);
	}
	return [found, planted.length];
}

function fitted(fault: Patch): BuiltPackage | undefined {
	try {
		return new BuiltPackage([fault]);
	} catch (error) {
		console.log(`NOT FOUND  ${String(error)}`);
		return undefined;
	}
}
