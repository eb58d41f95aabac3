import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { createEnvironment } from '../../../transport/environment';
import { deliver, fail, handOn } from './deliver';
import type { Step } from './step';
import { watch } from './watch';

/** Does a step of a suspended run, in one of its sub-workflows. */
export async function runStep(context: IExecuteFunctions, step: Step): Promise<INodeExecutionData[]> {
	const environment = createEnvironment(context);
	switch (step) {
		case 'watch':
			return await watch(context, environment);
		case 'deliver':
			return await deliver(context, environment);
		case 'handOn':
			return await handOn(context, environment);
		case 'fail':
			return await fail(context, environment);
	}
}
