import './fastClock';
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { Emulator, FaultSpec } from '../emulator';
import { createEnvironment } from '../../nodes/shared/async/environment';
import { Failure, type FailureDetails } from '../../nodes/shared/service/failure';
import type { ServiceRequest } from '../../nodes/shared/service/request';
import { RunTransport, type TransportLimits } from '../../nodes/shared/transport/transport';
import { clock } from './clock';
import { chain, node, type Engine, type Running } from './engine';
import { setUp } from './setUp';
import { define } from './substitutes';

/** A request that may be repeated, and one that must not be. */
export const read: ServiceRequest = {
	method: 'GET',
	path: '/faceswap/quota/info',
	intent: 'repeatable',
	group: 'faceSwap',
};
export const create: ServiceRequest = {
	method: 'POST',
	path: '/content/image/createbyprompt',
	body: { prompt: 'a tree', scale: '1:1', webhookUrl: undefined },
	intent: 'create',
	group: 'image',
};

/** The outcome of a request, and the waits of its run so far. */
export interface Outcome {
	data?: unknown;
	error?: FailureDetails & Pick<Failure, 'message' | 'scope'>;
	waits: number[];
}
type Send = (request: ServiceRequest) => Promise<Outcome>;

/**
 * An emulator, an engine, and a node that runs the script of a test with a transport on n8n's real helpers. Create it at
 * the top of a test file.
 */
export class TransportBench {
	/** `send` returns the outcome of a request instead of throwing. */
	script: (transport: RunTransport, send: Send, context: IExecuteFunctions) => Promise<unknown> =
		async () => {};
	limits: TransportLimits | undefined;
	private readonly bench = setUp({}, { load: 'credentials', nodeTypes: { 'fake.call': this.define() } });

	constructor() {
		beforeEach(() => {
			this.engine.saveCredential(this.emulator.credential);
			this.limits = undefined;
			// The pace of an earlier test is forgotten.
			clock.time += 3_600_000;
		});
	}

	get emulator(): Emulator {
		return this.bench.emulator;
	}

	get engine(): Engine {
		return this.bench.engine;
	}

	/** Starts the script. */
	start(): Running {
		return this.engine.start(chain(node('Call', 'fake.call')));
	}

	/** Sends one request on n8n's engine, with these faults in its way. */
	async send(request: ServiceRequest, ...faults: FaultSpec[]): Promise<Outcome> {
		this.emulator.faults.add(...faults);
		let outcome: Outcome | undefined;
		this.script = async (_transport, send) => {
			outcome = await send(request);
		};
		const { error } = await this.start().finished;
		if (outcome === undefined) throw new Error(error?.message ?? 'The script did not run');
		return outcome;
	}

	/** The requests like this that reached the service. */
	sent({ path }: ServiceRequest) {
		return this.emulator.requestsTo(path);
	}

	private define(): INodeType {
		const run = async (context: IExecuteFunctions) => {
			const waits: number[] = [];
			const environment = createEnvironment(context);
			const sleep = async (ms: number) => {
				waits.push(ms);
				await environment.sleep(ms);
			};
			const transport = new RunTransport(context, { ...environment, random: () => 0, sleep }, this.limits);
			const send: Send = async (request) => {
				try {
					return { data: await transport.send(request, z.unknown()), waits };
				} catch (error) {
					if (!(error instanceof Failure)) throw error;
					const { message, scope, details } = error;
					return { error: { message, scope, ...details }, waits };
				}
			};
			await this.script(transport, send, context);
			return [context.getInputData()];
		};
		const execute = async function (this: IExecuteFunctions) {
			return await run(this);
		};
		return define('call', execute, [], { credentials: [{ name: 'mediaGenerationApi', required: true }] });
	}
}
