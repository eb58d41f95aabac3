import type { IDataObject } from 'n8n-workflow';
import { jobKinds, rememberState } from '../../../nodes/shared/jobs/kinds';
import { reportEnd } from '../../../nodes/shared/run/follow';
import { LegBench } from './rows';

const settings = { downloadResult: true };
const done = (json: IDataObject, more = {}) => ({
	...{ value: { json }, job: { state: {} }, claim: { by: 'row' }, isOwn: true, settings },
	...more,
});
const failed = (submitted: string, more = {}) => ({ failure: { details: { submitted, ...more } }, settings });
const paid = { status: 'completed', credits: 0.1, expiresAt: '2030-01-08T00:00:00.000Z' };
const KEPT = 'The service keeps the results until 2030-01-08 01:00 (Europe/Berlin)';

/** What a run that began at midnight says at its end, over its output and in the log. */
function endOf(
	rows: object[],
	kind: object = jobKinds.faceSwap,
	silence = { from: -Infinity, to: -Infinity },
) {
	const said: string[] = [];
	const leg = Object.assign(new LegBench().leg(), { rows, kind });
	const addExecutionHints = ({ message }: { message: string }) => said.push(message);
	Object.assign(leg.run.context, { addExecutionHints });
	Object.assign(leg.run.context.logger, { warn: (message: string) => said.push(message) });
	Object.assign(leg.run.transport, { outage: { silence }, owner: 'end' });
	reportEnd(leg);
	return said;
}

test.each<[string, object[], ...said: string[]]>([
	['no row', []],
	[
		'a saved result, and a row whose parameters could not be read',
		[done(paid), { ...failed('no'), settings: {} }],
		'Face swap: 1 of 2 items failed, of which 1 were not made or paid',
		`Jobs: 1 completed, 1 not made or paid. Credits used: 0.1. ${KEPT}.`,
	],
	[
		'results, of which one is not saved, and one is free and kept for longer',
		[
			done({ ...paid, credits: 0, expiresAt: '2030-01-09' }),
			done({ ...paid, credits: 4.25 }, { settings: { downloadResult: false } }),
			...[done(paid), done({ ...paid, credits: undefined })],
		],
		`Jobs: 4 completed. Credits used: 4.35. ${KEPT}. To save them, turn on Download Result, here or in Job › Get.`,
	],
	[
		'jobs that were made before',
		[
			done({ ...paid, duplicate: true }, { job: { duplicate: true } }),
			done({ status: 'failed' }, { isOwn: false }),
		],
		`Jobs: 1 completed, 1 failed, 2 not paid again. ${KEPT}.`,
	],
	[
		'a job of an earlier execution, which counted its credits',
		[done(paid, { isOwn: false })],
		`Jobs: 1 completed, 1 not paid again. ${KEPT}.`,
	],
	[
		'a row whose job failed before, and that may not have another one',
		[failed('no', { failedIds: ['a'] })],
		'Face swap: 1 of 1 items failed, of which 0 were not made or paid',
		'Jobs: 1 failed.',
	],
	[
		'jobs that go on',
		['queued', 'processing', 'unknown'].map((status) => done({ status })),
		'Jobs: 2 submitted, 1 unknown. Collect them with Job › Get.',
	],
	[
		'a job that timed out',
		[done({ status: 'queued', timedOut: true }, { settings: {} })],
		'Jobs: 1 timed out.',
	],
	[
		'rows that failed',
		[failed('no'), failed('no'), failed('unknown'), failed('yes')],
		'Face swap: 4 of 4 items failed, of which 2 were not made or paid',
		'Jobs: 1 failed, 1 may be paid, 2 not made or paid.',
	],
])('a run with %s says so at its end', (_, rows, ...said) => {
	expect(endOf(rows)).toEqual(said);
});

test('a run tells of an outage that ended after it began', () => {
	const from = Date.parse('2029-12-31T23:50:00Z');
	const saidOf = (minutes: number) => endOf([], jobKinds.faceSwap, { from, to: from + minutes * 60_000 });
	expect(saidOf(10)).toEqual([]);
	expect(saidOf(11)).toEqual([
		'The service did not answer from 2030-01-01 00:50 (Europe/Berlin) to 2030-01-01 01:01 (Europe/Berlin).',
	]);
});

test('a run with open sessions says how many cost credits, and which words close them', () => {
	const session = (id: string, status: string, by = 'row') =>
		done({}, { job: { state: { id, status } }, isOwn: false, claim: { by } });
	rememberState({ owner: 'end' } as never, { id: 's3', status: 'closed', record: {} });
	const over = [session('s3', 'streaming'), session('s4', 'failed'), session('s5', 'closed')];
	const saidOf = (...open: object[]) => endOf([...over, ...open], jobKinds.liveAvatarSession);
	expect(saidOf(session('s6', 'streaming', 'call'))).toEqual([]);
	expect(saidOf(session('s1', 'streaming'))).toEqual([
		'A session is open, and may cost credits until you close it with Session › Close. Another run of this node opens more.',
	]);
	expect(saidOf(session('s1', 'streaming'), session('s2', 'queued'))).toEqual([
		'2 sessions are open, and may cost credits until you close them with Session › Close. Another run of this node opens more.',
	]);
});
