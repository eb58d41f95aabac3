import { jobKinds, rememberedState } from '../../../nodes/shared/jobs/kinds';
import { failedItem } from '../../../nodes/shared/operation/failure';
import { fail } from '../../../nodes/shared/run/fail';
import { cancelAll, closeAll, follow, reportIds, stopOnFailures } from '../../../nodes/shared/run/follow';
import type { Leg } from '../../../nodes/shared/run/leg';
import { outputRow } from '../../../nodes/shared/run/output';
import { mayBePaid, Row, rowInLog } from '../../../nodes/shared/run/row';
import { Failure, type FailureDetails } from '../../../nodes/shared/service/failure';
import type { NextStep } from '../../../nodes/shared/service/nextStep';
import { keysOf } from '../../../nodes/shared/service/values';
import { testTable } from '../../support/table';
import { LegBench, rowOf } from './rows';

interface Given {
	/** How a row stands before it fails. */
	rows?: Array<{
		/** The state of its job, if it has one. */
		job?: object;
		is?: 'running' | 'ended' | 'planned' | 'checked' | 'done';
		settings?: object;
		claim?: { by: 'row' | 'key' | 'call'; failedIds?: string[] } | null;
		others?: true;
		duplicate?: true;
		/** Seconds from the begin of the leg to its create. */
		made?: number;
		/** What else is stored of its job. */
		known?: object;
		/** How the wait for it ends, after some seconds. */
		waited?: { takes: number; state?: object; timedOut?: true; unfinishedAt?: number };
		failed?: true;
	}>;
	why: [message: string, next: NextStep, details?: FailureDetails, meaning?: object];
	kind?: string;
	type?: string;
	mode?: string;
	resource?: string;
	retryOf?: string;
	sent?: true;
	/** The code with which the service refuses a close. */
	refuses?: number;
	stops?: true;
	/** Of the leg. Minutes until n8n may save it, and seconds until it ends, or a tool must answer. */
	saveAfter?: number;
	limit?: number;
	answerBy?: number;
	stopped?: true;
	/** The IDs under which n8n stores files outside of the execution. */
	stores?: string[];
}

let given: Given;
let said: string[] = [];
jest.mock('../../../nodes/shared/transport/lastTransport', () => ({
	createLastTransport: () => ({
		async send({ path, body }: { path: string; body: object }) {
			said.push(`${path} ${JSON.stringify(body)}`);
			if (given.refuses) throw new Failure('Away', 'runAgain', { errorCode: given.refuses });
		},
	}),
}));

function beginning({ rows = [{}], kind = 'faceSwap', ...of }: Given) {
	const bench = new LegBench();
	bench.legs.mode = of.mode ?? 'trigger';
	bench.legs.stopsOnFailure = of.stops === true;
	bench.legs.saveAfter = of.saveAfter;
	if (of.limit !== undefined) bench.legs.endsAt = bench.clock.time + of.limit * 1_000;
	if (of.answerBy !== undefined) bench.legs.answerBy = bench.clock.time + of.answerBy * 1_000;
	const leg = Object.assign(bench.leg(), {
		kind: jobKinds[keysOf(jobKinds).find((each) => each === kind)!],
		operation: { properties: [{ displayName: 'Record ID', name: 'recordId' }] },
		isStopped: of.stopped === true,
		rows: rows.map(({ job, is = job ? 'running' : 'planned', settings, claim, others, ...more }, item) => {
			const { claim: named } = rowOf(`${item}`);
			const { made: at, duplicate, known } = more;
			const submittedAt = at === undefined ? 0 : bench.clock.time + at * 1_000;
			const made = { state: { status: 'queued', record: {}, ...job }, submittedAt, duplicate, ...known };
			const output = { json: { id: 'd' }, pairedItem: { item } };
			const state = { is, ...(job && made), ...(is === 'done' && { output, job: { ...made, is: 'ended' } }) };
			const all = { ...rowOf('').settings, ...settings };
			const begun = { claim: claim === null ? undefined : { ...named!, ...claim }, isOwn: !others };
			return new Row(item, all, { state: state as never, ...begun }, {} as never);
		}),
	});
	Object.assign(leg.run.context, {
		getNode: () => ({ type: of.type ?? 'faceSwap', parameters: { resource: of.resource } }),
		...(of.retryOf && { additionalData: { hooks: { retryOf: of.retryOf } } }),
	});
	Object.assign(leg.run.context.logger, { warn: (line: string) => said.push(`log: ${line}`) });
	Object.assign(leg.run.transport, { owner: JSON.stringify(of) });
	if (of.sent) Object.assign(leg.state.run.sent, { 0: rowOf('0').claim });
	return leg;
}

testTable([__dirname, 'fails.txt', 2], 'a row that fails: %s', async (_, text = '') => {
	[given, said] = [JSON.parse(text), []];
	jest.spyOn(Date, 'now').mockReturnValue(0);
	const leg = beginning(given);
	const [message, next, details = {}, meaning] = given.why;
	for (const row of leg.rows) {
		if (row.now.is !== 'done')
			await fail(
				leg,
				row,
				next ? new Failure(message, next as 'nothing', details, meaning) : new Error(message),
			);
	}
	const [row] = leg.rows;
	said.push(
		`${row!.now.is}${mayBePaid(row!) ? ', may be paid' : ''} in the log as ${rowInLog(leg.run, row!)}`,
	);
	if (leg.gate.halted) said.push('no more are sent');
	const { failure } = row!;
	if (failure && !given.stops) said.push(JSON.stringify(failedItem({ item: 0, failure })));
	try {
		stopOnFailures(leg);
	} catch (error) {
		const {
			message: title,
			description,
			context,
		} = error as Error & { description: string; context: object };
		said.push(`stops: ${title}`, description.replaceAll('\n\n', ' ¶ '), JSON.stringify(context));
	}
	return said.join(' ; ');
});

jest.mock('../../../nodes/shared/jobs/download', () => ({
	...jest.requireActual<object>('../../../nodes/shared/jobs/download'),
	async download(...[, , url, { until, ...how }]: [unknown, unknown, string, { until: number }]) {
		said.push(`saves ${url} ${JSON.stringify(how)} until ${(until - BEGIN) / 1_000}`);
		const id = given.stores?.find((each) => url.endsWith(each));
		return { mimeType: 'image/png', ...(id && { id }) };
	},
}));
const BEGIN = Date.parse('2030-01-01T00:00:00Z');
type Watched = Parameters<Leg['watch']['until']>[0];

testTable([__dirname, 'follows.txt', 2], 'rows to their ends: %s', async (_, text = '') => {
	[given, said] = [JSON.parse(text), []];
	const leg = beginning(given);
	const { context, environment } = leg.run;
	const until = async ({ until: end, since, ...how }: Watched) => {
		said.push(`waits until ${(end - BEGIN) / 1_000} since ${(since - BEGIN) / 1_000} ${JSON.stringify(how)}`);
		const { waited } = given.rows!.find(({ job }) => Object(job).id === how.state.id)!;
		const { takes = 0, state, ...seen } = { ...waited };
		Object.assign(environment, { time: environment.now() + takes * 1_000 });
		return { statusChecks: 2, waitedMs: takes * 1_000, ...seen, state: { ...how.state, ...state } };
	};
	const items = leg.rows.map(() => ({ json: { n: 1 }, binary: { own: {} } }));
	Object.assign(leg, { watch: { until }, unsent: leg.rows });
	Object.assign(leg.run, { items, ends: leg.timing.ends, files: 'its limit' });
	const set = (name: string, ids: string) => said.push(`${name}: ${ids}`);
	const addExecutionHints = ({ message }: { message: string }) => said.push(message);
	Object.assign(context, { customData: { get: () => undefined, set }, addExecutionHints });
	for (const [item, row] of leg.rows.entries()) {
		if (given.rows?.[item]?.failed) row.fail(new Failure('No', 'runAgain', {}));
		if (row.now.is !== 'running' && row.now.is !== 'ended') continue;
		const seen = row.settings.waitForCompletion ? await follow(leg, row, row.now) : {};
		const output = seen === 'later' ? undefined : outputRow(leg, row, seen);
		await output?.catch(({ message, details }: Failure) =>
			said.push(`fails: ${message}. ${details.description}`),
		);
		said.push(`${output ? '' : 'later '}${JSON.stringify(row.now)}`);
	}
	reportIds(leg);
	await closeAll(leg);
	if (leg.isStopped) await cancelAll(leg).catch(({ name }: Error) => said.push(name));
	// The last transport of a test has no owner.
	const remembered = rememberedState({} as never, Object(given.rows?.[0]?.job).jobId);
	if (remembered) said.push(`remembers: ${remembered.reason}`);
	return said.join(' ; ');
});
