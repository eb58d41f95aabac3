import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { failedItem } from '../../../nodes/shared/operation/failure';
import { fail } from '../../../nodes/shared/run/fail';
import { stopOnFailures } from '../../../nodes/shared/run/follow';
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
	const leg = Object.assign(bench.leg(), {
		kind: jobKinds[keysOf(jobKinds).find((each) => each === kind)!],
		operation: { properties: [{ displayName: 'Record ID', name: 'recordId' }] },
		rows: rows.map(({ job, is = job ? 'running' : 'planned', settings, claim, others, duplicate }, item) => {
			const { claim: named } = rowOf(`${item}`);
			const made = { state: { status: 'queued', record: {}, ...job }, submittedAt: 0, duplicate };
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
