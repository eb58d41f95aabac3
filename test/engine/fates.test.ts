import { GOES_ON, swap } from '../support/bench';
import { node } from '../support/engine';
import { ClaimTable } from '../support/claimTable';
import { skipped } from '../support/skippedTime';
import { HOURS_MS, suspendedBench } from '../support/suspended';
import { dataForRetry } from '../support/retry';
import type { StoredRun } from '../support/storedRun';

/*
 * Random fates of a run: legs that are killed, put back, or started again, retries whose run index n8n has moved, creates
 * that are refused or whose answer is lost, jobs that fail, retries that ended above the node, a database that fails or
 * disappears, limits of a day, time limits, and clocks that jump over minutes or midnight, or back. No row is paid twice, no
 * day has too many jobs, n8n cancels no run, and each paid job is named, and never said to be unpaid. `FATES=100-400` tries
 * other fates.
 */

const table = ClaimTable.install();
const { bench, store, now } = suspendedBench({ callbacks: { lost: true } });

const ROWS = 4;
/** Some runs have this limit, whatever their clock does. */
const DAY = 3;
const [FIRST = 1, LAST = 16] = (process.env.FATES ?? '').split('-').filter(Boolean).map(Number);
const seeds = Array.from({ length: LAST - FIRST + 1 }, (_, n) => FIRST + n);

/** Words that say that a row was not paid. A failed job may say that the service took no credits for it. */
const FREE = /\bnot (?:paid|sent|made)\b(?! again)|nothing was paid|\bit cost nothing|no job was made/i;
/** The rows of a text, such as "Rows 1, 3 to 5 have no job". */
const rowsThatCostNothing = (text: string) =>
	[...text.matchAll(/Rows? ([\d, toand]+) (?:cost nothing|ha(?:s|ve) no job)/g)].flatMap(([, rows = '']) =>
		[...rows.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from, to = from]) =>
			Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => Number(from) - 1 + n),
		),
	);

type Job = (typeof bench.created)[number];
const rowOf = ({ request }: Job) => Number(/\/(\d+)\.png/.exec(JSON.stringify(request))?.[1]);

/** Numbers from 0 to 1 that follow from a seed. */
function chanceOf(seed: number) {
	let state = (seed * 7919) >>> 0;
	const random = () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32;
	const pick = <T>(...all: [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0];
	return { random, pick };
}

/** A node with random settings, some of them different per row. */
function anyNode(seed: number, { pick }: ReturnType<typeof chanceOf>) {
	const [goesOn, retryOnFail] = [pick(true, false), pick(true, false)];
	const withKeys = { idempotencyKey: `={{ $json.row % 2 === 0 ? "seed ${seed} " + $json.row : "" }}` };
	const options = {
		maxOpenJobs: pick(0, 1, 2),
		concurrentSubmissions: pick(1, 5),
		timeout: pick(100_000, 100_000, 20),
		dryRun: `={{ $json.row === ${pick(-1, -1, 0, 1)} }}`,
		...pick<object>({}, {}, withKeys),
		...pick<object>({}, { maxJobs: ROWS, maxJobsPerDay: 1_000 }, { maxJobsPerDay: DAY }),
	};
	const bad = goesOn ? pick(-1, -1, 0, 3) : -1;
	return swap(
		{
			options,
			waitForCompletion: `={{ $json.row !== ${pick(-1, -1, 0, 2)} }}`,
			modifyImage: `={{ $json.row === ${bad} ? '' : $json.picture }}`,
		},
		{
			...(goesOn && GOES_ON),
			...(retryOnFail && { retryOnFail, maxTries: 2, waitBetweenTries: 1 }),
		},
	);
}

test.each(seeds)('no row is paid twice, and no paid job is lost: fate %d', async (seed) => {
	const chance = chanceOf(seed);
	const { random, pick } = chance;
	const before = bench.created.length;
	const made = () => bench.created.slice(before);
	const failed = new Set<string>();
	const log: string[] = [];
	const broken = (what: string) => new Error([what, ...log].join('\n'));
	let executions = seed * 100;
	let seen = 0;
	let hasJumped = false;
	const instanceTimeout = pick(0, 0, 0, 900, 14_400);

	/** Checks the new jobs. A row may have another job only if its earlier job failed. */
	const check = (what: string) => {
		log.push(what);
		const jobs = made();
		for (const [index, job] of jobs.entries()) {
			if (index < seen) continue;
			const earlier = jobs.slice(0, index).filter((other) => rowOf(other) === rowOf(job));
			log.push(`  row ${rowOf(job)} was made: ${job.id}`);
			if (earlier.some(({ id }) => !failed.has(id))) throw broken(`Row ${rowOf(job)} was paid twice`);
		}
		seen = jobs.length;
		const dates = JSON.stringify(workflow).includes(`"maxJobsPerDay":${DAY}`)
			? jobs.map(({ createdAt }) => new Date(createdAt).toDateString())
			: [];
		const most = Math.max(0, ...dates.map((date) => dates.filter((each) => each === date).length));
		if (most > DAY) throw broken(`${most} jobs on one day`);
	};
	/** After so many accesses the database is gone for the process, as if n8n were killed, and nothing more can be sent. */
	const diesAfter = (accesses: number, how: 'before' | 'after') => {
		let count = 0;
		table.onAccess = (when) => {
			if (when === 'before') count += 1;
			if (count > accesses || (count === accesses && when === how))
				throw new TypeError('The process is dead');
		};
	};
	const timePasses = () => {
		for (const job of made().filter(({ status }) => status < 3)) {
			const end = random();
			if (end < 0.3) failed.add(job.id);
			if (end < 0.3) bench.emulator.jobs.fail(job.id, 'no light');
			else if (end < 0.7) bench.emulator.jobs.complete(job.id);
		}
		bench.emulator.faults.clear();
		if (random() < 0.2) {
			skipped.ms += pick(250_000, 25 * HOURS_MS, -250_000);
			hasJumped = true;
		}
		const [trouble, match] = [random(), { path: 'specifyimage', nth: pick(1, 2, 3) }];
		table.failures = 0;
		table.onAccess = () => {};
		if (trouble > 0.9) table.failures = pick(1, 2, 5);
		else if (trouble > 0.8) diesAfter(pick(1, 2, 5, 9, 14, 20), pick('before', 'after'));
		if (trouble < 0.15) bench.emulator.faults.add({ kind: 'afterTakenReset', match });
		else if (trouble < 0.3) bench.emulator.faults.add({ kind: 'code', code: 1003, match });
	};

	const workflow = anyNode(seed, chance);
	timePasses();
	let executionId = String(executions++);
	let run = await store(workflow, ROWS, { executionId, mode: 'trigger', instanceTimeout });
	check('begun');
	const goOn = async (stored: StoredRun, retryOf?: string) => {
		const { workflow: json, run: data } = stored.result!;
		const executionData = retryOf ? dataForRetry(stored.result!, []) : structuredClone(data.data);
		const mode = retryOf ? ('retry' as const) : ('trigger' as const);
		return await bench.engine.store(json, {
			mode,
			executionData,
			executionId,
			retryOf,
			now,
			instanceTimeout,
		});
	};
	let isFresh = true;
	for (let step = 0; step < 9 && ['waiting', 'error'].includes(run.status); step++) {
		timePasses();
		if (run.status === 'error') {
			const last = executionId;
			executionId = String(executions++);
			run = await goOn(run, last);
			isFresh = false;
			check(`retried after it failed: ${run.status}`);
			continue;
		}
		const suspended = run;
		const [result, known] = [run.result!, new Set(table.rows.keys())];
		await run.wake();
		check(`woken up: ${run.status}`);
		const fate = random();
		if (fate < 0.35) {
			const fresh = [...table.rows.keys()].filter(
				(row) => !known.has(row) && /(?:job|key) [0-9a-f]{20} 0$/.test(row),
			);
			if (fresh.length > 0 && random() < 0.6) table.rows.delete(fresh.at(-1)!);
			const retryOf = executionId;
			executionId = String(executions++);
			timePasses();
			const executionData = structuredClone(result.run.data);
			run = await bench.engine.store(result.workflow, {
				mode: 'retry',
				executionData,
				executionId,
				retryOf,
				now,
				instanceTimeout,
			});
			isFresh = false;
			check(`that leg was killed, and its suspended run retried: ${run.status}`);
		} else if (fate < 0.5) {
			timePasses();
			run = await bench.engine.store(suspended.result!.workflow, {
				executionData: structuredClone(result.run.data),
				executionId,
				now,
				instanceTimeout,
			});
			check(`put back: ${run.status}`);
		} else if (fate < 0.65 && isFresh) {
			const retryOf = executionId;
			executionId = String(executions++);
			timePasses();
			// A retry ended above the node, and is retried itself. n8n keeps the name of a node that has begun.
			const endedAbove = random() < 0.4 ? executionId : undefined;
			if (endedAbove !== undefined) {
				await bench.engine.run(
					{ nodes: [node('Above', 'n8n-nodes-base.noOp')] },
					{ retryOf, executionId: endedAbove },
				);
				executionId = String(executions++);
			}
			const recovered = endedAbove === undefined ? pick([], ['Node'], ['Node']) : ['Node'];
			const options = { mode: 'retry' as const, retryOf: endedAbove ?? retryOf, recovered, instanceTimeout };
			run = await store(workflow, ROWS, { ...options, executionId });
			check(`killed, and begun again after ${options.retryOf}: ${run.status}`);
		}
	}
	bench.emulator.faults.clear();
	table.failures = 0;
	table.onAccess = () => {};
	for (let leg = 0; leg < 30 && run.status === 'waiting'; leg++) {
		for (const { id, status } of made()) if (status < 3) bench.emulator.jobs.complete(id);
		await run.wake();
		check(`woken up for the end: ${run.status}`);
	}
	if (run.status === 'waiting') throw broken('It waits for ever');
	if (run.status === 'canceled' && hasJumped) return;
	if (run.status === 'canceled') throw broken("It outlived n8n's limit");

	const { error } = run.result!;
	const items = run.status === 'success' ? run.result!.json('Node') : [];
	const told = JSON.stringify(items.length > 0 ? items : error && 'context' in error ? error.context : '');
	const description = String(error?.description);
	log.push(told, description);
	for (const { error: message, details } of items) {
		const { submitted, description: next } = Object(details);
		if (message !== undefined && submitted !== 'no' && FREE.test(`${message} ${next}`))
			throw broken(`${message} ${next}`);
	}
	for (let row = 0; row < ROWS; row++) {
		const last = made().findLast((job) => rowOf(job) === row);
		if (!last || failed.has(last.id)) continue;
		const own = items.length > 0 ? JSON.stringify(items[row]) : told;
		// A row in doubt says so, and so does a row that was taken but has no ID.
		const isTold = own.includes(last.id) || /"submitted":"(unknown|yes)"/.test(own);
		if (!isTold) throw broken(`The job ${last.id} of row ${row} is told to nobody`);
		if (/Nothing was paid|No job was made/.test(description) || rowsThatCostNothing(description).includes(row))
			throw broken(`The job ${last.id} of row ${row} is said to be unpaid`);
	}
});
