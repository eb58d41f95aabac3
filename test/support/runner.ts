import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RunOptions } from './run';
import { single, type Engine } from './engine';

/** One operation of a node, with parameters that are right: tests say what differs. */
export interface Runner {
	/** The items that come out. Failed ones are among them, as the node goes on. */
	(parameters?: INodeParameters, input?: RunOptions['input']): Promise<IDataObject[]>;
	/** The same with the whole result, and a node that stops when an item fails. */
	stopping(parameters?: INodeParameters, input?: RunOptions['input']): ReturnType<Engine['run']>;
	/** Why a node that stops on failures did so: the first line of its error, and what to do. */
	refusal(parameters: INodeParameters): Promise<{ message: string; description: string }>;
}

/** Makes the runner of `resource.operation` of a node. */
export function runnerOf(
	engine: () => Engine,
	type: string,
	name: string,
	right: INodeParameters = {},
): Runner {
	const [resource = '', operation = ''] = name.split('.');
	// The pictures of the emulator take their time to draw: what a test is not about is not fetched.
	const usual = { resource, operation, downloadResult: false };
	const workflow = (parameters: INodeParameters, settings: Parameters<typeof single>[2]) =>
		single(type, { ...usual, ...right, ...parameters }, settings);
	const stopping: Runner['stopping'] = async (parameters = {}, input) =>
		await engine().run(workflow(parameters, {}), { input });
	const run = async (parameters: INodeParameters = {}, input?: RunOptions['input']) => {
		const settings = { onError: 'continueRegularOutput' as const };
		const result = await engine().run(workflow(parameters, settings), { input });
		return result.json('Node');
	};
	const refusal: Runner['refusal'] = async (parameters) => {
		const { error, status } = await stopping(parameters);
		if (error === undefined) throw new Error(`It was not refused, it ended with ${status}`);
		const description =
			'description' in error && typeof error.description === 'string' ? error.description : '';
		return { message: error.message, description };
	};
	return Object.assign(run, { stopping, refusal });
}
