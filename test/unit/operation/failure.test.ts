import { NodeOperationError, type INode } from 'n8n-workflow';
import { leftOut, stopOnFailure, toFailure, type Failed } from '../../../nodes/shared/operation/failure';
import { Failure, type FailureDetails } from '../../../nodes/shared/service/failure';
import { NEXT_STEPS } from '../../../nodes/shared/service/nextStep';

const node: INode = { id: '1', name: 'Swap', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
const failed = (item: number, message: string): Failed => ({
	item,
	failure: new Failure(message, 'nothing', { description: 'Correct it.' }),
});
const unpaid = (item: number, details: FailureDetails = {}, scope: 'row' | 'run' = 'row'): Failed => ({
	item,
	failure: new Failure('A is empty', 'nothing', { submitted: 'no', ...details }, { scope }),
});
const left = (item: number) => ({ item, failure: leftOut(new Failure('A is empty', 'nothing', {})) });
function errorOf(
	all: Failed[],
	stopped?: Parameters<typeof stopOnFailure>[2],
	mode: 'manual' | 'trigger' = 'trigger',
): NodeOperationError {
	const context = { getNode: () => node, continueOnFail: () => false, getMode: () => mode };
	try {
		stopOnFailure(context, all, stopped);
	} catch (error) {
		if (error instanceof NodeOperationError) return error;
	}
	throw new Error('The node did not stop');
}

test('a run with several failed rows begins with their number and the reason of the first', () => {
	const rows = [2, 5, 7, 8, 9].map((item) =>
		failed(item, item < 7 ? 'A must be filled in' : 'B is too long'),
	);
	const error = errorOf(rows, { rows: 40, done: 35 });
	expect(error.message).toBe('5 of 40 rows failed, 35 are done. The first, row 3: A must be filled in');
	expect(error.description).toBe('It happened in rows 3, 6, 8, 9 and 10.\n\nCorrect it.');
});

test('a failed row, and a refusal of the run, have all that is known in the data of the error', () => {
	const { description, context } = errorOf([unpaid(4, { kind: 'faceSwap' })]);
	const data = { submitted: 'no', next: 'nothing' };
	expect([description, context.itemIndex]).toEqual(['No job was made.', 4]);
	expect(context.data).toEqual({ row: 5, kind: 'faceSwap', ...data });
	expect(errorOf([left(0)]).context).toMatchObject({ itemIndex: undefined, data });
	const rows = [0, 1].map((item) => failed(item, 'A'));
	const { message } = errorOf(rows, { rows: 3, done: 1 });
	expect(message).toBe('2 of 3 rows failed, 1 is done. The first, row 1: A');
});

test('a long run names the Reference of the first failed row, the rows that are done, and five jobs', () => {
	const jobs = Array.from({ length: 40 }, (_, item) => ({
		...{ item, id: `job-${item}`, reference: `R${item}`, status: item < 12 ? 'failed' : 'completed' },
		resultUrl: `https://example.com/${item}.png`,
	}));
	const failures = jobs.slice(0, 12).map(({ item, id, reference }) => {
		const details = { id, reference, submitted: 'yes' } as const;
		return { item, failure: new Failure('Face swap could not be made: too dark', 'nothing', details) };
	});
	const error = errorOf(failures, { jobs, rows: 40, done: 28 }, 'manual');
	expect(error.message).toBe(
		'12 of 40 rows failed, 28 are done. The first, R0 (row 1): Face swap could not be made: too dark',
	);
	expect(error.description).toContain('It happened in rows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more.');
	expect(error.description).toMatch(/R4 \(row 5\), failed, ID job-4, \S+; 35 more in the details\./);
	expect(error.description).toMatch(
		/Retry execution.* keeps the jobs that did not fail, with the same account\. Execute step pays again, except under an Idempotency Key\.$/,
	);
	expect(error.description?.length).toBeLessThan(800);
	expect(error.context.data).toHaveProperty('jobs.39.row', 40);
});

test('a row in doubt is never said to be unpaid or not sent, and rows that were left out are', () => {
	const doubted = { submitted: 'unknown' } as const;
	const failures = [unpaid(0, { errorCode: 1006 }), unpaid(1, doubted), ...[2, 3, 4].map(left)];
	const { description } = errorOf(failures, { jobs: [{ item: 1, ...doubted }] });
	expect(description).toContain('Rows without a job: 4. Rows that may be paid: 1.');
});

test('the error of a failed job neither repeats its ID nor offers to keep it, and a job without an ID is not listed', () => {
	const { failure } = failed(0, 'Face swap job-1 could not be made');
	const [first, offered] = [{ item: 0, failure }, /Jobs of this run|Retry execution/];
	const job = { item: 0, id: 'job-1', status: 'failed' } as const;
	expect(errorOf([first], { jobs: [job] }, 'manual').description).not.toMatch(offered);
	expect(errorOf([first], { jobs: [{ item: 0 }] }, 'manual').description).not.toMatch(offered);
});

describe('an unpaid run', () => {
	const refused = unpaid(0, { errorCode: 1003 });
	const noCredits = unpaid(0, { errorCode: 1006 }, 'run');

	test.each<[string, Failed[], rows: number, string]>([
		['names a bad row among good rows as n8n shows it', [unpaid(2)], 20, 'row 3'],
		['names the row that was refused, and no row that was left out', [refused, left(1)], 2, 'row 1'],
	])('%s', (_name, all, rows, row) => {
		expect(errorOf(all, { rows }).description).toBe(`It happened in ${row}.\n\nNothing was paid.`);
	});

	test.each<[string, Failed[], rows: number]>([
		['all rows are bad', [unpaid(0)], 1],
		['the account has no credits', [noCredits, left(1)], 2],
		['the reason holds for all rows', [left(0), left(1)], 2],
	])('names no row if %s', (_name, all, rows) => {
		expect(errorOf(all, { rows }).description).toBe('Nothing was paid.');
	});
});

test('each next step names all that it takes, and does without it', () => {
	const ofJob = { execution: '17', resource: 'Image', lookFor: 'Ada' };
	const needs = { retryFrom: 'noon', field: 'Size', suggestion: 'big', ...ofJob };
	for (const { say, takes = [] } of Object.values(NEXT_STEPS)) {
		const names = takes.flatMap((name) => (name === 'id' ? [] : needs[name]));
		expect(names.filter((name) => !say({ id: '7', ...needs }).includes(name))).toEqual([]);
		expect(say({})).not.toMatch(/undefined| $/);
		expect(names.length > 0 && say({}) === say(needs)).toBe(false);
	}
});

test('an error that is no failure of a row keeps the advice of the error, or of the row', () => {
	const thrown = Object.assign(new Error('x'), { description: ' Do this ' });
	const row = { id: '7', description: 'Or that' };
	const told = { ...row, next: 'retryExecution', description: 'Do this' };
	expect(toFailure(thrown, row)).toMatchObject({ message: 'x', details: told });
	expect(toFailure('x', { ...row, next: 'nothing' }).details).toMatchObject({ ...row, next: 'nothing' });
});

test.each([
	['yes', 'readJob'],
	['unknown', 'askService'],
	['no', 'runAgainLater'],
] as const)(
	'a row whose create was submitted: %s is told to %s, and is never paid twice',
	(submitted, next) => {
		const job = { submitted, resource: 'image', id: '7' };
		const failure = toFailure(new Failure('Away', 'runAgainLater', {}), job);
		expect(failure.details.next).toBe(next);
		const again = new Failure('Away', 'runAgain', { submitted }).details.next;
		expect(again === 'runAgain').toBe(submitted === 'no');
	},
);
