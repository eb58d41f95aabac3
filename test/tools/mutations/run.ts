import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../support/build';
import { createCompiler } from './compiles';
import { Copy, type TestRun } from './copy';
import { Journal, readEquivalents, type Entry, type Fate } from './journal';
import { mutated, type Mutation } from './mutations';
import { createRelated } from './related';
import { drawn } from './sample';

/**
 * `npm run tool -- mutations`: puts small changes into copies of the sources, evenly over all rooms, and runs the tests that
 * are related to each. A change that no test notices has survived: it is equivalent, or a test is missing.
 *
 *   --each=9         mutations of each room, which compile
 *   --seed=1         which ones they are
 *   --room=shared/run   of this room alone
 *   --file=nodes/... of this file alone: all of them, not a sample
 *   --again          tries those that survived, or took too long, once more
 *   --minutes=600    ends after so many minutes; the next run goes on from there
 *   --workers=1      how many are tried at a time
 *   --files=10       files of tests that are run for one, the closest ones; what survives them may be tried --again with more
 *   --most=240       seconds that the tests of one may take
 */
async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		options: {
			...{
				each: text,
				seed: text,
				room: text,
				file: text,
				minutes: text,
				workers: text,
				most: text,
				files: text,
			},
			again: { type: 'boolean' },
		},
	});
	const seed = Number(values.seed ?? 1);
	const endsAt = Date.now() + Number(values.minutes ?? 600) * 60_000;
	const journal = new Journal(join(root, `coverage/mutations-${seed}.jsonl`));
	const sample = sampleOf(seed, Number(values.each ?? 9), journal, values.room, values.file);
	const equivalent = readEquivalents();
	const open = sample.filter((each) => {
		const fate = journal.entries.get(each.id)?.fate;
		if (fate === undefined || fate === 'compiles') return true;
		return values.again === true && fate !== 'caught' && equivalent(each) === undefined;
	});
	console.log(`${sample.length} mutations, ${open.length} to be tried. ${journal.path}`);

	const related = createRelated(root);
	const work = async () => {
		const copy = new Copy();
		process.once('exit', () => copy.remove());
		for (let next = open.shift(); next !== undefined && Date.now() < endsAt; next = open.shift()) {
			const tests = related(next.file).slice(0, Number(values.files ?? 10));
			const { end, failed, seconds } = await copy.tryOut(next, tests, Number(values.most ?? 240));
			const fate = await fateOf(copy, tests, end, seconds);
			journal.add(next, fate, failed, seconds);
			console.log(
				`${fate.padEnd(8)} ${seconds} s  ${nameOf(next)}${failed[0] ? `\n         ${failed[0]}` : ''}`,
			);
		}
	};
	await Promise.all(Array.from({ length: Number(values.workers ?? 1) }, work));

	const table = tableOf(sample, journal, equivalent);
	const path = join(root, `coverage/mutations-${seed}.md`);
	writeFileSync(path, table);
	console.log(`\n${table}\n${path}`);
}

/** Tests that a mutation keeps from ending, and that end without it, have caught it: it is a loop without an end. */
async function fateOf(
	copy: Copy,
	tests: readonly string[],
	end: TestRun['end'],
	seconds: number,
): Promise<Fate> {
	if (end !== 'ended') return end === 'passed' ? 'survived' : 'caught';
	const without = await copy.run(tests, seconds / 2);
	return without.end === 'passed' ? 'caught' : 'ended';
}

/** The first mutations of each room that compile. Those that do not are noted. */
function sampleOf(seed: number, each: number, journal: Journal, room?: string, file?: string): Mutation[] {
	const compiles = createCompiler(root);
	const isGood = (mutation: Mutation) => {
		const known = journal.entries.get(mutation.id);
		if (known) return known.fate !== 'does not compile';
		const good = compiles(mutation.file, mutated(readFileSync(join(root, mutation.file), 'utf8'), mutation));
		journal.add(mutation, good ? 'compiles' : 'does not compile');
		return good;
	};
	const rooms = [...drawn(root, seed)].map(([name, all]) => {
		if (room !== undefined && name !== room) return [];
		const candidates = all.filter((one) => file === undefined || one.file === file);
		const chosen: Mutation[] = [];
		for (const candidate of candidates) {
			if (file === undefined && chosen.length === each) break;
			if (isGood(candidate)) chosen.push(candidate);
		}
		return chosen;
	});
	// One of each room after the other, so that a part of a run says something of all.
	const longest = Math.max(0, ...rooms.map(({ length }) => length));
	return Array.from({ length: longest }, (_, turn) => rooms.flatMap((chosen) => chosen[turn] ?? [])).flat();
}

const short = (text: string) => {
	const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
	return line.length > 70 ? `${line.slice(0, 70)}…` : line;
};
const nameOf = ({ file, line, kind, before, after }: Entry | Mutation) =>
	`${file}:${line} ${kind}: ${short(before)} -> ${short(after)}`;

/** The numbers, and what survived. */
function tableOf(
	sample: readonly Mutation[],
	{ entries }: Journal,
	equivalent: ReturnType<typeof readEquivalents>,
): string {
	const rows = new Map<string, number[]>();
	const survivors: string[] = [];
	const total = [0, 0, 0, 0, 0];
	for (const mutation of sample) {
		const { fate } = entries.get(mutation.id) ?? {};
		const reason = fate === 'survived' ? equivalent(mutation) : undefined;
		if (fate === 'survived')
			survivors.push(`- ${nameOf(mutation)}${reason ? ` (equivalent: ${reason})` : ''}`);
		const column =
			fate === undefined || fate === 'compiles'
				? 4
				: reason
					? 3
					: fate === 'survived'
						? 2
						: fate === 'ended'
							? 1
							: 0;
		const room = mutation.file
			.split('/')
			.slice(1, mutation.file.includes('/shared/') ? 3 : 2)
			.join('/');
		const row = rows.get(room) ?? [0, 0, 0, 0, 0];
		rows.set(room, row);
		row[column]! += 1;
		total[column]! += 1;
	}
	const refused = [...entries.values()].filter(({ fate }) => fate === 'does not compile').length;
	const lines = [...rows, ['all', total] as const].map(
		([room, counts]) => `| ${room} | ${counts.join(' | ')} |`,
	);
	return [
		'| Room | Caught | Out of time | Survived | Equivalent | Not tried |',
		'|---|---|---|---|---|---|',
		...lines,
		'',
		`${refused} more do not compile.`,
		'',
		...survivors,
		'',
	].join('\n');
}

// What is under way ends with the command: its tests and its copies.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

main().then(
	() => process.exit(),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
