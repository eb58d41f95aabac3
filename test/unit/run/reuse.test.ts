import { next, type Claim } from '../../../nodes/shared/claims/claims';
import { jobKinds, rememberState } from '../../../nodes/shared/jobs/kinds';
import { findJobs } from '../../../nodes/shared/run/reuse';
import { Failure } from '../../../nodes/shared/service/failure';
import { JOB, LegBench, MINUTE_MS, rowOf } from './rows';

const { id } = JOB;
const record = (status: number) => ({ _id: id, faceswap_status: status, status });
const refused = (errorCode: number) => new Failure('Not now', 'runAgain', { errorCode });
interface Given {
	claim?: Partial<Claim>;
	minutes?: number;
	is?: 'of this run' | 'closed' | 'not awaited';
	triesUsedUp?: boolean;
	toolTimeout?: number;
}

/** Gives a row the job that was made under its claim some minutes ago, as the service answers now. */
async function reuse(answer: object | undefined, { claim: more, minutes = 2, is, ...given }: Given) {
	const areTriesUsedUp = given.triesUsedUp === true;
	const bench = new LegBench();
	const { toolTimeout = 50 } = given;
	const row = rowOf('one', { waitForCompletion: is !== 'not awaited', toolTimeout }, { is: 'checked' });
	const claim: Claim = { ...row.claim!, by: 'row', ...more };
	const mine = await bench.clock.run(bench.claims.take(row.claim!));
	if (mine.is === 'mine') await bench.clock.run(mine.end({ made: id }));
	bench.clock.time += minutes * MINUTE_MS;
	const said: unknown[] = [];
	const isSession = answer !== undefined && !(answer instanceof Error) && !('faceswap_status' in answer);
	const leg = Object.assign(bench.leg(), { kind: jobKinds[isSession ? 'liveAvatarSession' : 'faceSwap'] });
	const send = async (_: unknown, schema: { parse(read: unknown): unknown }) => {
		if (answer instanceof Error) throw answer;
		return schema.parse(isSession ? answer : { result: answer ? [answer] : [] });
	};
	Object.assign(leg.run.transport, { send, owner: is });
	Object.assign(leg.run, { beganAt: 0, answerBy: (seconds: number) => 1_000 * seconds });
	Object.assign(leg.run.context.logger, { info: (message: string) => said.push(message) });
	Object.assign(leg.state, { areTriesUsedUp });
	if (is === 'closed') rememberState(leg.run.transport, { id, status: 'closed', record: {} });
	row.to(row.now, { claim, isOwn: is === 'of this run' });
	await bench.clock.run(findJobs(leg, [row]));
	const { job, failure } = row;
	if (failure) said.push(`${failure.message}, so ${failure.details.next}`);
	const { name } = next(claim, bench.clock.startedAt);
	if (row.claim !== claim) said.push(row.claim?.name === name && row.claim.failedIds);
	const isDue = job?.deadline === bench.clock.time;
	const found = [job?.state.status, job?.duplicate && 'duplicate', isDue && 'now'];
	return [[row.now.is, ...found].filter(Boolean).join(' '), ...said];
}

const LOGGED = `Face swap ${id} was made by an earlier execution, and is reused (execution 7, row 1)`;
const NEXT = ['checked', [id]] as const;
const [key, call] = [{ by: 'key' }, { by: 'call' }] as const;
const slow = { claim: call, toolTimeout: 600 };
const session = { _id: id, status: 2 };
const GONE = `Face swap ${id} was made before, and the service has it no more, so nothing`;
const FAILED = 'Face swap could not be made: the service gives no reason, so changeFile';
const OTHER = 'Not sent: this Idempotency Key was used before with other parameters, so changeField';
const REFUSED = 'Not now, so readJob';
const triesUsedUp = true;
test.each<[string, object | undefined, Given, ...unknown[]]>([
	['a job that runs', record(2), {}, 'running processing', LOGGED],
	['a result', record(3), { is: 'of this run' }, 'running completed'],
	['a result, after all tries', record(3), { triesUsedUp }, 'running completed now', LOGGED],
	['a result of a key', record(3), { claim: key }, 'running completed duplicate'],
	['a result of other parameters', record(3), { claim: { request: 'b' } }, 'running completed', LOGGED],
	['another request of a key', record(3), { claim: { ...key, request: 'b' } }, 'failed', OTHER],
	['a failed job', record(4), {}, ...NEXT],
	[
		'a failed job, in the last try',
		record(4),
		{ triesUsedUp, is: 'of this run' },
		'failed failed now',
		FAILED,
	],
	['a failed job of others, in the last try', record(4), { triesUsedUp }, ...NEXT],
	['a failed job of a key', record(4), { claim: key }, 'running failed duplicate'],
	['a failed job of a call', record(4), { claim: call, minutes: 15.8 }, 'running failed duplicate'],
	['a failed job of an older call', record(4), { claim: call, minutes: 15.9 }, ...NEXT],
	['a failed job of a slow call', record(4), { ...slow, minutes: 24.9 }, 'running failed duplicate'],
	['a failed job of an old slow call', record(4), { ...slow, minutes: 25 }, ...NEXT],
	['a job that is not listed yet', undefined, { minutes: 0.9 }, 'running queued', LOGGED],
	['a new job, not awaited', undefined, { minutes: 0.9, is: 'not awaited' }, 'running queued', LOGGED],
	['a job that is not listed', undefined, { minutes: 1 }, 'failed queued', GONE],
	['a job that is not known', refused(1008), {}, 'failed queued', GONE],
	['a refused read', refused(1200), {}, 'running queued', LOGGED],
	['a refused read, not awaited', refused(1200), { is: 'not awaited' }, 'failed queued', REFUSED],
	['an open session', session, { claim: call }, 'running streaming duplicate'],
	['a session that was closed', session, { claim: call, is: 'closed' }, ...NEXT],
])('a row uses, or does not use, the job of its claim: %s', async (_, answer, given, ...result) => {
	expect(await reuse(answer, given)).toEqual(result);
});
