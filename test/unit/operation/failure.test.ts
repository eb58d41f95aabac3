import type { NodeOperationError } from 'n8n-workflow';
import { failedItem, leftOut, stopOnFailure, toFailure } from '../../../nodes/shared/operation/failure';
import { Failure, type FailureDetails } from '../../../nodes/shared/service/failure';
import { NEXT_STEPS } from '../../../nodes/shared/service/nextStep';
import { testTable } from '../../support/table';

interface Given {
	failed: Array<[item: number, message: string, details?: FailureDetails, scope?: 'row' | 'run' | 'leftOut']>;
	stopped?: Parameters<typeof stopOnFailure>[2];
	/** What is known of their rows. */
	known?: FailureDetails;
	mode?: string;
	type?: string;
	continues?: boolean;
}

/** What n8n shows of a run with failed rows, and what a program gets. */
testTable([__dirname, 'failures.txt', 2], '%s', (_name, text = '') => {
	const { failed, stopped, known, mode, type = 'x', continues = false }: Given = JSON.parse(text);
	jest.spyOn(Date, 'now').mockReturnValue(0);
	const all = failed.map(([item, message, details = {}, scope]) => {
		const failure = new Failure(message, details.next ?? 'nothing', details, { scope });
		return { item, failure: scope === 'leftOut' ? leftOut(failure) : toFailure(failure, known) };
	});
	const node = { id: '1', name: 'Swap', type, typeVersion: 1, position: [0, 0], parameters: {} };
	const context = { getNode: () => node, continueOnFail: () => continues, getMode: () => mode };
	try {
		stopOnFailure(context as never, all, stopped);
		return `continues with ${JSON.stringify(all.map(failedItem))}`;
	} catch (error) {
		const { message, description, context: of } = error as NodeOperationError;
		return [message, JSON.stringify(description), of.itemIndex, JSON.stringify(of.data)].join(' ; ');
	}
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
	const ofRow = { ...row, next: 'nothing' } as const;
	expect(toFailure(undefined, ofRow).details).toMatchObject(ofRow);
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
