import { NodeOperationError, type INode } from 'n8n-workflow';
import { stopOnFailure, toFailure, type Failed } from '../../../nodes/shared/operation/failure';
import { Failure, type FailureDetails } from '../../../nodes/shared/service/failure';

const node: INode = { id: '1', name: 'Swap', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
const failed = (item: number, message: string): Failed => ({
	item,
	failure: new Failure(message, { description: 'Correct it.' }),
});
const context = { getNode: () => node, continueOnFail: () => false };
function errorOf(...failures: [Failed[], Parameters<typeof stopOnFailure>[2]?]): NodeOperationError {
	try {
		stopOnFailure(context, ...failures);
	} catch (error) {
		if (error instanceof NodeOperationError) return error;
	}
	throw new Error('The node did not stop');
}
const described = (...all: [Failed, ...Failed[]]) => errorOf(all).description;

test('all failed items are named, grouped by their reasons', () => {
	const [a, b] = ['A must be filled in', 'B is too long'];
	expect(described(failed(2, a), failed(5, a), failed(7, b), failed(9, a))).toBe(
		`Correct it.\n\nRows 3, 6 and 10 (items 2, 5 and 9): ${a}. Row 8 (item 7): ${b}.`,
	);
});

test('jobs that failed for the same reason are named together, although their IDs differ', () => {
	const jobs = ['a1', 'b2'].map((id, item) => ({
		item,
		failure: new Failure(`Video ${id} could not be made: no sound`, { id }),
	}));
	expect(described(...(jobs as [Failed]))).toBe(
		'Rows 1 and 2 (items 0 and 1): Video could not be made: no sound',
	);
});

test('a list of thousands of failed items stays short', () => {
	const same = Array.from({ length: 3000 }, (_, item) => failed(item, 'A must be filled in'));
	const each = Array.from({ length: 3000 }, (_, item) => failed(item, `Row ${item}: ${'x'.repeat(500)}`));
	expect(described(...(same as [Failed]))).toMatch(
		/Rows 1, 2, .*, 10 and 2990 more \(items 0, .*, 9 and 2990 more\): A must be filled in\.$/,
	);
	expect(described(...(each as [Failed]))).toMatch(/And 2995 more rows\.$/);
	expect(described(...(each as [Failed]))?.length).toBeLessThan(1500);
});

test.each([
	['Try again later.', 'Try again later. ID: job-1.'],
	['Is it there?', 'Is it there? ID: job-1.'],
	['', 'ID: job-1.'],
	['The service is busy', 'The service is busy. ID: job-1.'],
])('the failure of a job names its ID: %s', (description, named) => {
	const failure = toFailure(new Failure('No', { description }), { id: 'job-1' });
	expect(failure.details.description).toBe(named);
});

test('the error of the node lists the jobs of the run, if there are any', () => {
	const { failure } = failed(1, 'No');
	const withJobs = (...jobs: Array<{ item: number; id: string; status: 'completed' }>) =>
		errorOf([], { first: { item: 1, failure }, jobs });
	expect(withJobs().context.data).toEqual({});
	const job = { item: 0, id: 'job-1', status: 'completed' } as const;
	expect(withJobs(job).context.data).toEqual({ jobs: [job] });
	expect(withJobs(job).description).toContain('Jobs of this run: row 1 (item 0), completed, ID job-1.');
});

test('the error of a single job does not repeat its ID, and does not list a job without an ID', () => {
	const { failure } = failed(0, 'Face swap job-1 could not be made');
	const first = { item: 0, failure };
	const job = { item: 0, id: 'job-1', status: 'failed' } as const;
	expect(errorOf([], { first, jobs: [job] }).description).not.toContain('Jobs of this run');
	expect(errorOf([], { first, jobs: [{ item: 0 }] }).description).not.toContain('Jobs of this run');
});

describe('the last line of an unpaid run', () => {
	const unpaid = (item: number, details: FailureDetails = {}, scope: 'row' | 'run' = 'row'): Failed => ({
		item,
		failure: new Failure('A is empty', { submitted: 'no', ...details }, { scope }),
	});
	const leftOut = (item: number): Failed => ({
		item,
		failure: new Failure('Not sent: A is empty', { submitted: 'no' }, { scope: 'leftOut' }),
	});
	const WAY = ' To run the good rows, set Settings › On Error to Continue (using error output).';

	const refused = unpaid(0, { errorCode: 1003 });
	const noCredits = unpaid(0, { errorCode: 1006 }, 'run');

	test.each<[string, Failed[], rows: number, string]>([
		[
			'names a bad row among good rows as n8n shows it',
			[unpaid(2)],
			20,
			`row 3 (item 2).\n\nNothing was sent.`,
		],
		[
			'does not say that nothing was sent when a row was refused',
			[refused, leftOut(1)],
			2,
			`row 1 (item 0).\n\nNothing was paid.`,
		],
	])('%s, and explains how to run the others', (_name, all, rows, line) => {
		expect(errorOf(all, { rows }).description).toBe(`It happened in ${line}${WAY}`);
	});

	test.each<[string, Failed[], rows: number, string]>([
		['all rows are bad', [unpaid(0)], 1, 'Nothing was sent.'],
		['the account has no credits', [noCredits, leftOut(1)], 2, 'Nothing was paid.'],
		['the reason holds for all rows', [leftOut(0), leftOut(1)], 2, 'Nothing was sent.'],
	])('does not explain how to run good rows if %s', (_name, all, rows, line) => {
		expect(errorOf(all, { rows }).description).toBe(line);
	});
});
