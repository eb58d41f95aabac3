import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { z } from 'zod/v3';
import { Failure, type FailureDetails } from '../../nodes/shared/service/failure';
import { createEnvironment, type Environment } from '../../nodes/shared/async/environment';
import { RunTransport, type Transport, type TransportLimits } from '../../nodes/shared/transport/transport';
import type { ServiceRequest } from '../../nodes/shared/service/request';
import { define } from './substitutes';

/** The outcome of a request, and its waits. */
export interface Outcome {
	data?: unknown;
	error?: FailureDetails & Pick<Failure, 'message' | 'scope'>;
	waits: number[];
}

type Script = (transport: RunTransport, waits: number[], context: IExecuteFunctions) => Promise<unknown>;

/** A node for tests of the transport. It runs the script of the test with a transport on n8n's real helpers. */
export class CallNode {
	script: Script = async () => undefined;
	limits: TransportLimits | undefined;

	readonly type = this.define();

	private define(): INodeType {
		const run = async (context: IExecuteFunctions) => await this.execute(context);
		const execute = async function (this: IExecuteFunctions) {
			await run(this);
			return [this.getInputData()];
		};
		return define('call', execute, [], { credentials: [{ name: 'mediaGenerationApi', required: true }] });
	}

	private async execute(context: IExecuteFunctions): Promise<void> {
		const waits: number[] = [];
		const { sleep, ...others } = createEnvironment(context);
		const environment: Environment = {
			...others,
			random: () => 0,
			async sleep(ms) {
				waits.push(ms);
				await sleep(ms);
			},
		};
		await this.script(new RunTransport(context, environment, this.limits), waits, context);
	}
}

/** Sends one request, and returns its outcome instead of throwing. */
export async function outcomeOf(
	transport: Transport,
	waits: number[],
	request: ServiceRequest,
): Promise<Outcome> {
	try {
		return { data: await transport.send(request, z.unknown()), waits };
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		const { message, scope, details } = error;
		return { error: { message, scope, ...details }, waits };
	}
}
