import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { whyNoStore } from '../../../nodes/shared/n8n/deduplication';
import * as errors from '../../../nodes/shared/n8n/errors';
import * as facts from '../../../nodes/shared/n8n/executionFacts';
import { hint, note, plainText } from '../../../nodes/shared/n8n/hintsAndCustomData';
import { enterAgain, resumeUrlOf, runAgainAt } from '../../../nodes/shared/n8n/reentry';
import { contextOf, nodeContextOf, rawCredential } from '../../../nodes/shared/n8n/storedExecution';
import { testTable } from '../../support/table';

/* What the package reads of n8n. A line of facts.txt has a question, what n8n has, and the answer. */

interface Given {
	[member: string]: unknown;
	values?: Record<string, unknown>;
	getNode?: object;
	thrown?: object[];
}

/** Members whose names begin with `get` are functions at n8n. */
function n8nWith({ values, ...given }: Given, said: string[]): IExecuteFunctions {
	const say = (word: string) => (value: unknown) => void said.push(`${word} ${JSON.stringify(value)}`);
	const usual = { getMode: 'trigger', getExecutionId: '7', getWorkflow: { id: 'w' }, getParentNodes: [] };
	const node = { name: 'One', type: 'one', ...given.getNode };
	const all = { helpers: { checkProcessedAndRecord: 1 }, ...usual, ...given, getNode: node };
	const getParentNodes = (_: string, options?: { includeNodeParameters?: boolean }) =>
		options?.includeNodeParameters ? all.getParentNodes : [];
	const members = Object.entries(all).map(([name, value]) => [
		name,
		name.startsWith('get') ? () => value : value,
	]);
	return {
		...{
			getContext: (of: string) => ({ of }),
			customData: { set: (...value: string[]) => say('notes')(value) },
		},
		...{ addExecutionHints: say('hints'), putExecutionToWait: say('waits until') },
		evaluateExpression: (text: string, item: number) => (item === 0 ? values?.[text] : undefined),
		...Object.fromEntries(members),
		getParentNodes,
	};
}

/** The error that was thrown, with its causes in it. */
const thrownOf = ([first, ...causes]: object[] = []): unknown =>
	first && { ...first, ...(causes.length > 0 && { cause: thrownOf(causes) }) };

const questions: Record<string, (n8n: IExecuteFunctions, given: Given, said: string[]) => unknown> = {
	facts: facts.factsOf,
	triggers: (n8n) => facts.factsOf(n8n).triggers,
	caller: facts.toolCallerOf,
	'the retried one': facts.retriedExecutionOf,
	'a retry': facts.isRetry,
	'the chain': facts.chainTokenOf,
	begun: facts.hasBegun,
	'run index': facts.runIndexOf,
	'not kept': facts.isNotKept,
	'time limit': (n8n) => Object.values(facts.timeLimitOf(n8n)).join(', per leg: '),
	'no store': whyNoStore,
	'resume address': resumeUrlOf,
	plain: (_, { text }) => plainText(String(text)),
	hint: (n8n, { text, type }) => hint(n8n, String(text), type as 'info'),
	note: (n8n, { text, entry }) => note(n8n, String(text), entry as 'mediaNote'),
	'error output': (n8n, { json }) => {
		const item = errors.leadToErrorOutput(n8n, { json: json as IDataObject });
		return `${item.error?.message}, seen as ${Object.keys(item).join()}`;
	},
	'thrown for MCP': (n8n, { items }) => errors.throwForMcp(n8n, items as []),
	'refused by n8n': (_, { thrown }) => errors.isRefusedByN8n(thrownOf(thrown)),
	'of the database': (_, { thrown }) => errors.isOfDatabase(thrownOf(thrown)),
	'again at': async (n8n, given) => {
		const { node } = n8n.getExecuteData();
		await runAgainAt(n8n, 3, new Date(0));
		// As n8n does to a node that all entries share.
		node.disabled = true;
		return [given.runExecutionData, given.getExecuteData];
	},
	enters: (n8n, given) => {
		enterAgain(n8n);
		return [given.runExecutionData, given.getExecuteData];
	},
	'context of a webhook': (n8n) => contextOf(n8n, 'One'),
	'context of a node': nodeContextOf,
	credential: async (n8n, given, said) => {
		const getDecrypted = (...asked: unknown[]) => said.push(JSON.stringify(asked)) && given.raw;
		const credentialsHelper = given.raw === undefined ? {} : { getDecrypted };
		const additionalData = { credentialsHelper };
		return await rawCredential({ ...n8n, additionalData } as never, 'one');
	},
};

testTable([__dirname, 'facts.txt', 2], '%s', async (question = '', text = '') => {
	const given = JSON.parse(text) as Given;
	const said: string[] = [];
	try {
		const answer = await questions[question]!(n8nWith(given, said), given, said);
		return [
			...said,
			...(answer === undefined && said.length > 0 ? [] : [JSON.stringify(answer) ?? 'none']),
		].join(', ');
	} catch (error) {
		return [...said, `throws ${JSON.stringify((error as Error).message)}`].join(', ');
	}
});
