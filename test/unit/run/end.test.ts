import type { IDataObject } from 'n8n-workflow';
import { jobKinds, rememberState } from '../../../nodes/shared/jobs/kinds';
import { reportEnd } from '../../../nodes/shared/run/follow';
import { testTable } from '../../support/table';
import { LegBench } from './rows';

const settings = { downloadResult: true };
const done = (json: IDataObject, more = {}) => ({
	...{ value: { json }, job: { state: {} }, claim: { by: 'row' }, isOwn: true, settings },
	...more,
});
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

interface Given {
	/** The item of a job, or else what is known of a failure. */
	done?: IDataObject;
	failed?: object;
	row?: object;
}

testTable([__dirname, 'reports.txt', 2], 'a run with %s', (_, given = '') => {
	const rows: Given[] = JSON.parse(given);
	const rowOf = ({ done: json, failed, row }: Given) =>
		json ? done(json, row) : { failure: { details: failed }, settings, ...row };
	return endOf(rows.map(rowOf)).join(' ; ');
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
