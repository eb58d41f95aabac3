import type { INode, IWorkflowBase } from 'n8n-workflow';
import { stepField, type Step } from './step';

/*
 * The two sub-workflows of a suspended run. They are handed to n8n as they are, and not saved; n8n lists their
 * executions beside that of the run. The one that looks is apart from the one whose end wakes the run up: so nothing
 * that befalls a look reaches the run.
 */

const START = 'Start';
const IF = 'Look Again?';

/** Looks at the jobs, sleeps in between, and has the result delivered. */
export function watcherWorkflow(node: INode): IWorkflowBase {
	const watch = stepNode(node, 'Watch', 'watch', 200);
	return workflow('Watch Jobs', [start, watch, lookAgain], {
		[START]: to(watch.name),
		[watch.name]: to(IF),
		[IF]: to(watch.name),
	});
}

/** Hands the items to the run, or ends it. */
export function delivererWorkflow(node: INode, last: 'handOn' | 'fail'): IWorkflowBase {
	const deliver = stepNode(node, 'Deliver', 'deliver', 200);
	const handOn = stepNode(node, 'Hand On', last, 400);
	return workflow('Deliver Results', [start, deliver, handOn], {
		[START]: to(deliver.name),
		[deliver.name]: to(handOn.name),
	});
}

const start: INode = {
	id: 'start',
	name: START,
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	position: [0, 0],
	parameters: { inputSource: 'passthrough' },
};

/** Its first output is the way back. */
const lookAgain: INode = {
	id: 'lookAgain',
	name: IF,
	type: 'n8n-nodes-base.if',
	typeVersion: 2.2,
	position: [400, 0],
	parameters: {
		options: {},
		conditions: {
			options: { version: 2, caseSensitive: true, leftValue: '', typeValidation: 'strict' },
			combinator: 'and',
			conditions: [
				{
					id: 'lookAgain',
					leftValue: '={{ $json.lookAgain === true }}',
					rightValue: '',
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
		},
	},
};

/** The node of the run once more, with its credential and its parameters, set to a step. */
function stepNode(node: INode, name: string, step: Step, x: number): INode {
	const { type, typeVersion, credentials, parameters } = node;
	return {
		id: step,
		name,
		type,
		typeVersion,
		position: [x, 0],
		parameters: { ...parameters, [stepField.name]: step },
		...(credentials && { credentials }),
	};
}

function to(node: string) {
	return { main: [[{ node, type: 'main' as const, index: 0 }]] };
}

function workflow(name: string, nodes: INode[], connections: IWorkflowBase['connections']): IWorkflowBase {
	return {
		// n8n puts the id of the run's workflow here.
		id: '',
		name,
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes,
		connections,
		settings: {
			executionOrder: 'v1',
			callerPolicy: 'any',
			// Files that a look fetches lie under its own execution.
			saveDataSuccessExecution: 'all',
			saveDataErrorExecution: 'all',
			executionTimeout: -1,
		},
	};
}
