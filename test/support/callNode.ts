import { NodeConnectionTypes, type IExecuteFunctions, type INodeType } from 'n8n-workflow';
import { z } from 'zod/v3';
import { Failure, type FailureDetails } from '../../nodes/shared/service/failure';
import { createEnvironment } from '../../nodes/shared/async/environment';
import { RunTransport, type Transport, type TransportLimits } from '../../nodes/shared/transport/transport';
import type { Environment } from '../../nodes/shared/async/environment';
import type { ServiceRequest } from '../../nodes/shared/service/request';
import { define } from './substitutes';

/** The outcome of a request, and its waits. */
export interface Outcome {
	data?: unknown;
	error?: FailureDetails & Pick<Failure, 'message' | 'scope'>;
	waits: number[];
}

type Script = (transport: RunTransport, waits: number[], context: IExecuteFunctions) => Promise<unknown>;

/**
 * A node for tests of the transport. It runs the script of the test with a transport on n8n's real helpers, and with a
 * clock whose waits take no time.
 */
export class CallNode {
	script: Script = async () => undefined;
	limits: TransportLimits | undefined;
	/** Whether waits are real, so Stop can end them. */
	usesRealClock = false;
	/** How far its clock is ahead of real time. */
	skippedMs = 0;

	readonly type: INodeType = this.define();

	private define(): INodeType {
		const run = async (context: IExecuteFunctions) => await this.execute(context);
		return define(
			'call',
			async function () {
				await run(this);
				return [this.getInputData()];
			},
			[],
			{
				inputs: [NodeConnectionTypes.Main],
				credentials: [{ name: 'mediaGenerationApi', required: true }],
			},
		);
	}

	private async execute(context: IExecuteFunctions): Promise<void> {
		const waits: number[] = [];
		const real = createEnvironment(context);
		const environment: Environment = this.usesRealClock
			? real
			: {
					...real,
					random: () => 0,
					now: () => real.now() + this.skippedMs,
					sleep: async (ms) => {
						this.skippedMs += ms;
						waits.push(ms);
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
