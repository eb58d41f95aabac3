import './clock';
import { parseArgs } from 'node:util';
import { BuiltPackage } from './loader';
import { drawPlan, servicePlan } from './plan';
import { findPlanted } from './planted/find';
import { shrink } from './shrink';
import { Table } from './table';
import { run, warmUp } from './world';

/*
 * `npm run tool -- world 7` lives the world of a number, `world 9 100-400` these and a range, and `world --minutes 10` new numbers until
 * the time is up. `--trace` shows each event, with the clock. `--table` shows what was drawn how often. A finding is
 * printed with the least of its world that still shows it. The last line counts. `--services` runs each create at 300
 * services, which together have each pair of the other readings of the interface. `--planted` plants faults in the built
 * nodes, and says which of them are found.
 */

/** Findings of a kind after the third are named, but not shrunk. */
const SHRUNK = 3;

function* numbersIn(ranges: readonly string[]): Generator<number> {
	for (const range of ranges) {
		const [first = 0, last = first] = range.split('-').map(Number);
		for (let number = first; number <= last; number++) yield number;
	}
}

async function main(): Promise<void> {
	const isSaid = { type: 'boolean', default: false } as const;
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			minutes: { type: 'string', default: 'Infinity' },
			...{ trace: isSaid, table: isSaid, services: isSaid, planted: isSaid },
		},
	});
	const minutes = Number(values.minutes);
	// New numbers each time.
	const fresh = 1_000_000 + Number(process.hrtime.bigint() % 1_000_000_000n);
	const usual = values.services ? '1-300' : minutes === Infinity ? '1-100' : `${fresh}-${2 ** 40}`;
	const ranges = positionals.length > 0 ? positionals : [usual];
	const areRanges = values.planted || ranges.every((range) => /^\d+(-\d+)?$/.test(range));
	if (!areRanges || !(minutes > 0)) throw new Error('Numbers, ranges, or --minutes with a number');
	const built = new BuiltPackage();
	await warmUp(built);
	if (values.planted) {
		const [found, of] = await findPlanted(positionals, built, minutes);
		console.log(`${found} of ${of} planted faults found`);
		process.exitCode = found === of ? 0 : 1;
		return;
	}
	const table = new Table();
	const [began, cpu] = [process.hrtime.bigint(), process.cpuUsage()];
	const seconds = () => Number(process.hrtime.bigint() - began) / 1e9;
	let [held, found] = [0, 0];
	for (const seed of numbersIn(ranges)) {
		if (seconds() > minutes * 60) break;
		const plan = values.services ? servicePlan(seed) : drawPlan(seed);
		const ended = await run(plan, built, values.trace);
		if (values.table) table.add(plan, ended);
		if (values.trace) console.log([`world ${seed}`, ...ended.trace].join('\n'));
		if (!ended.finding) {
			held += 1;
			continue;
		}
		const { kind, what } = ended.finding;
		console.log(`world ${seed}: ${kind}: ${what}`);
		process.exitCode = 1;
		if (++found > SHRUNK || values.trace) continue;
		const least = await shrink(plan, kind, built);
		console.log(`  the least of it: ${least.finding?.what}\n  ${JSON.stringify(least.plan)}`);
		const told = least.trace.filter((line) => !/ GET (?:listbyids|infoby)/.test(line));
		for (const line of told.slice(-80)) console.log(`  ${line.slice(0, 300)}`);
	}
	const { user, system } = process.cpuUsage(cpu);
	if (values.table) console.log(table.toString());
	const speed = ((held + found) / ((user + system) / 1e6)).toFixed(1);
	const broken = found > 0 ? `, ${found} did not` : '';
	console.log(`${held} worlds held${broken} (${seconds().toFixed(0)} s, ${speed} a second of one core)`);
}

main().catch((cause: unknown) => {
	console.error(cause);
	process.exitCode = 1;
});
