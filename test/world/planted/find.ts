import { BuiltPackage } from '../loader';
import { drawPlan } from '../plan';
import { run } from '../world';
import { PLANTED } from './faults';

/** Seconds of one core for each fault, unless fewer are asked for. */
const SECONDS = 120;

/** Plants each fault, one at a time, and looks for a world that holds without it. Returns how many it found. */
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
		try {
			const built = new BuiltPackage([fault]);
			for (let seed = 1; seconds() < Math.min(SECONDS, 60 * minutes) && line === undefined; seed++) {
				const { finding } = await run(drawPlan(seed), built);
				const isAbout = finding?.kind !== 'secret' || /token/.test(fault.name);
				if (!finding || !isAbout || (await run(drawPlan(seed), healthy)).finding) continue;
				line = `world ${seed} after ${seconds().toFixed(0)} s: ${finding.kind}: ${finding.what.split('\n')[0]?.slice(0, 120)}`;
			}
		} catch (error) {
			line = undefined;
			console.log(String(error));
		}
		if (line !== undefined) found += 1;
		console.log(`${line === undefined ? 'NOT FOUND' : 'found'}  ${fault.name}  ${line ?? ''}`);
	}
	return [found, planted.length];
}
