import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RunOptions } from './run';
import { single, type Engine } from './engine';

/** One operation of a node with valid parameters, which a test can change. */
export interface Runner {
	/** The returned items, with failed items, because the node continues on errors. */
	(parameters?: INodeParameters, input?: RunOptions['input']): Promise<IDataObject[]>;
	/** The complete result of a node that stops when an item fails. */
	stopping(parameters?: INodeParameters, input?: RunOptions['input']): ReturnType<Engine['run']>;
	/** The error of a node that stops: its first line, and its advice. */
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
	// The emulator needs time to draw its pictures, so most tests don't download them.
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
