import type { IExecuteFunctions, ILoadOptionsFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';

export type CallContext = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export interface Turn {
	/** It is not sent if this throws. */
	begin(): Promise<void>;
	/** Before another turn, if the service did not take it. */
	again(): Promise<void>;
}

export interface Transport {
	/**
	 * Sends again what came too early (service.md: Errors).
	 * @param until milliseconds since the epoch. A read ends by then, a create by then or a minute after it was sent.
	 * Without it, the end of the run counts, or until the service has taken nothing for ten minutes
	 * @throws Failure whose `submitted` says whether a create may have been taken
	 */
	send<T>(request: ServiceRequest, answer: Schema<T>, until?: number, turn?: Turn): Promise<T>;
}

export interface RunTransport extends Transport {
	slowed(): { refusals: number; waitedMs: number };
}
