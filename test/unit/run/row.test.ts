import type { Row, RowState } from '../../../nodes/shared/run/row';
import { Failure } from '../../../nodes/shared/service/failure';
import { JOB, planned, rowOf } from './rows';

const failure = new Failure('no', 'runAgain', { submitted: 'no' });
const running = { is: 'running', state: JOB, submittedAt: 0 } as const;
const ended = { ...running, is: 'ended', seen: { statusChecks: 1, waitedMs: 1 } } as const;
const states: Record<RowState['is'], RowState> = {
	checked: { is: 'checked' },
	planned,
	running,
	ended,
	done: { is: 'done', output: { json: {} }, job: ended },
	failed: { is: 'failed', failure },
	inDoubt: { is: 'inDoubt', failure },
};
const names = Object.keys(states) as Array<RowState['is']>;

/** The only steps. */
const steps = [
	'checked > checked planned running done failed inDoubt',
	'planned > planned running failed inDoubt',
	'running > running ended done failed',
	'ended > done failed',
	'done >',
	'failed >',
	'inDoubt >',
];

test('a row takes each step of its states, and no other', () => {
	const taken = names.map((from) => {
		const reached = names.filter((to) => {
			const row = rowOf('one', {}, states[from]);
			try {
				row.to(states[to]);
			} catch (error) {
				expect(String(error)).toBe(`TypeError: Row 1: ${from} -> ${to}`);
				expect(row.now).toBe(states[from]);
				return false;
			}
			expect(row.now).toBe(states[to]);
			return true;
		});
		return [from, '>', ...reached].join(' ');
	});
	expect(taken).toEqual(steps);
});

test.each<[RowState['is'], 'yes' | 'no' | 'unknown', RowState['is']]>([
	['planned', 'no', 'failed'],
	['planned', 'unknown', 'inDoubt'],
	['planned', 'yes', 'inDoubt'],
	['checked', 'unknown', 'inDoubt'],
	['running', 'yes', 'failed'],
	['ended', 'yes', 'failed'],
])('a row that is %s, and whose create was submitted: %s, ends as %s', (from, submitted, to) => {
	const row: Row = rowOf('one', {}, states[from]);
	row.fail(new Failure('why', 'runAgain', { submitted }));
	expect(row.now.is).toBe(to);
	expect(row.failure?.message).toBe('why');
	expect(row.job?.is).toBe(to === 'failed' && from !== 'planned' ? from : undefined);
});
