import { next, type Claim } from '../../../nodes/shared/claims/claims';
import { jobKinds, rememberState } from '../../../nodes/shared/jobs/kinds';
import { findJobs } from '../../../nodes/shared/run/reuse';
import { Failure } from '../../../nodes/shared/service/failure';
import { tableOf } from '../../support/table';
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
	session?: true;
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
	const isSession = given.session ?? (answer && !(answer instanceof Error) && !('faceswap_status' in answer));
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
const ANSWERS: Record<string, (number: number) => object | undefined> = {
	status: record,
	code: refused,
	session: (status) => ({ _id: id, status }),
};

test.each(tableOf(__dirname, 'reuse.txt'))(
	'a row uses, or does not use, the job of its claim: %s',
	async (_, answer = '', given = '', said = '') => {
		const [word = '', number] = answer.split(' ');
		const texts = said.replace('LOGGED', LOGGED).replace(' ID ', ` ${id} `).split('; ');
		const result = texts.map((each) => (each === 'NEXT' ? [id] : each));
		expect(await reuse(ANSWERS[word]?.(Number(number)), JSON.parse(given))).toEqual(result);
	},
);
