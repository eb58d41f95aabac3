import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

/*
 * What a node does in the sub-workflows of a suspended run (subWorkflows.ts): there it is not set to an operation, but
 * to one of these steps, by a parameter that no screen shows. n8n drops parameters that are not declared.
 */

const steps = ['watch', 'deliver', 'handOn', 'fail'] as const;
export type Step = (typeof steps)[number];

export const stepField: INodeProperties = {
	displayName: 'Step of a Suspended Run',
	name: 'durableStep',
	type: 'hidden',
	default: '',
};

const stepSchema = z.enum(steps).optional().catch(undefined);

/** The step that the node is set to; undefined in the workflows of people. */
export function stepOf(context: IExecuteFunctions): Step | undefined {
	return stepSchema.parse(context.getNodeParameter(stepField.name, 0, ''));
}
