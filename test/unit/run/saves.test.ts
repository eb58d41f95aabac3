import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { restore, suspend } from '../../../nodes/shared/run/door';
import { brokenLimit } from '../../../nodes/shared/run/plan';
import { Row, type RowState } from '../../../nodes/shared/run/row';
import { Failure } from '../../../nodes/shared/service/failure';
import { keysOf } from '../../../nodes/shared/service/values';
import { testTable } from '../../support/table';
import { LegBench, planned, rowOf } from './rows';

interface Given {
	rows: Array<{
		state: RowState;
		settings?: Partial<Row['settings']>;
		failure?: ConstructorParameters<typeof Failure>;
	}>;
	kind?: string;
	/** Milliseconds since the begin of the run. */
	now?: number;
	refusal?: string;
	refusedSince?: number;
	/** How n8n gives a row back, by its item. */
	broken?: Record<string, object | string>;
	maxOpenJobs?: number;
	credit?: number;
	before?: number;
	stops?: true;
}

/** A leg whose rows are as a line says. */
function legOf(given: Given, said: string[]) {
	const bench = new LegBench();
	Object.assign(bench.legs, {
		saveAfter: 5,
		maxOpenJobs: given.maxOpenJobs ?? 0,
		stopsOnFailure: given.stops,
	});
	const leg = Object.assign(bench.leg(), {
		kind: jobKinds[keysOf(jobKinds).find((each) => each === (given.kind ?? 'faceSwap'))!],
		watch: { refusal: given.refusal },
	});
	const rows = given.rows.map(({ state, settings = {}, failure }, item) => {
		const { claim, settings: usual } = rowOf(`${item}`);
		const begun = { state: state.is === 'planned' ? (planned as RowState) : state, claim, isOwn: true };
		const row = new Row(item, { ...usual, ...settings }, begun);
		if (failure) row.fail(new Failure(...failure));
		return row;
	});
	const isOpen = ({ now }: Row) => now.is === 'planned' || now.is === 'running';
	Object.assign(leg, { rows, open: rows.filter(isOpen) });
	const date = (at: Date) => said.push(`until ${String((at.getTime() - bench.clock.startedAt) / 1_000)} s`);
	Object.assign(leg.run, { items: rows.map((_, row) => ({ json: { row }, binary: { of: `${row}` } })) });
	Object.assign(leg.run.context, {
		getExecuteData: () => ({ data: {}, node: {} }),
		putExecutionToWait: async (at: Date) => void date(at),
		addExecutionHints: ({ message }: { message: string }) => said.push(message),
	});
	Object.assign(leg.run.context.logger, { info: (line: string) => said.push(line) });
	bench.clock.time += given.now ?? 0;
	if (given.refusedSince !== undefined) leg.gate.note({ since: given.refusedSince });
	return leg;
}

testTable([__dirname, 'saves.txt', 2], 'a run that n8n saves: %s', async (_, text = '') => {
	const given: Given = JSON.parse(text);
	const said: string[] = [];
	const leg = legOf(given, said);
	let saved: object = {};
	Object.assign(leg.state, { keep: (changes: object) => (saved = JSON.parse(JSON.stringify(changes))) });
	if (!(await suspend(leg))) return 'not saved';
	const { suspended, first } = saved as { suspended: Parameters<typeof restore>[1]; first: object };
	const { rows, wakeAt: _wakeAt, ...run } = suspended;
	const back = { ...suspended, rows: rows.map((row, item) => given.broken?.[item] ?? row) };
	const restored = rows.map((_row, item) => {
		const { now, claim, isOwn, settings } = restore(leg.run, back, item);
		const { details, message, scope } = 'failure' in now ? now.failure : {};
		const known = [claim && 'claimed', isOwn && 'own'].filter(Boolean).join(' ');
		const changed = keysOf(given.rows[item]?.settings ?? {}).map((key) => `${key} ${settings[key]}`);
		const told = JSON.stringify({ ...now, failure: undefined, message, details, scope });
		return [`${item + 1} ${known}: ${told}`, ...changed].join(', ');
	});
	return [...said, JSON.stringify({ ...first, ...run }), ...restored].join(' ; ');
});

testTable([__dirname, 'limits.txt', 2], 'the limits of a run: %s', async (_, text = '') => {
	const given: Given = JSON.parse(text);
	const said: string[] = [];
	const leg = legOf(given, said);
	Object.assign(leg.run.transport, { send: async () => ({ credit: given.credit }) });
	const countJobs = (jobs: number) => said.push(`${jobs} jobs`);
	Object.assign(leg.state, { jobsBefore: given.before ?? 0, countJobs });
	Object.assign(leg.state.run, { made: 1 });
	const { message, details } = (await brokenLimit(leg)) ?? {};
	return [...said, message, details && JSON.stringify(details)].filter(Boolean).join(' ; ');
});
