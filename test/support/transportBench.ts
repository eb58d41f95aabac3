import './fastClock';
import type { Emulator, FaultSpec } from '../emulator';
import type { ServiceRequest } from '../../nodes/shared/service/request';
import { CallNode, outcomeOf, type Outcome } from './callNode';
import { clock } from './clock';
import { chain, node, type Engine, type Running } from './engine';
import { setUp } from './setUp';

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

/** An emulator, an engine, and a node that sends the requests of a test. Create it at the top of a test file. */
export class TransportBench {
	readonly call = new CallNode();
	private readonly bench = setUp({}, { load: 'credentials', nodeTypes: { 'fake.call': this.call.type } });

	constructor() {
		beforeEach(() => {
			const { baseUrl, detectUrl, clientId, clientSecret } = this.emulator;
			this.engine.saveCredential({ baseUrl, detectUrl, clientId, clientSecret });
			this.call.limits = undefined;
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

	/** Starts the script of the call node. */
	start(): Running {
		return this.engine.start(chain(node('Call', 'fake.call')));
	}

	/** Sends one request on n8n's engine, with these faults in its way. */
	async send(request: ServiceRequest, ...faults: FaultSpec[]): Promise<Outcome> {
		this.emulator.faults.add(...faults);
		let outcome: Outcome | undefined;
		this.call.script = async (transport, waits) => {
			outcome = await outcomeOf(transport, waits, request);
		};
		const { error } = await this.start().finished;
		if (outcome === undefined) throw new Error(error?.message ?? 'The script did not run');
		return outcome;
	}

	/** The requests like this that reached the service. */
	sent({ path }: ServiceRequest) {
		return this.emulator.requestsTo(path);
	}
}
