import type { IExecuteFunctions, ILoadOptionsFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';

/** The n8n contexts that can call the service. */
export type CallContext = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export interface Turn {
	/** Called when its turn has come. It is not sent when this throws. */
	begin(): Promise<void>;
	/** Called when the service did not take it, and it waits for another turn. */
	again(): Promise<void>;
}

export interface Transport {
	/**
	 * Sends one request and gives the payload of its answer. A request that comes too early for the service waits for
	 * its turn, and is sent again (service.md: Errors).
	 * @param until when it waits no longer for its turn. Milliseconds since the epoch; a read has ended by then, too,
	 * and is not sent again; a create has ended by then, or a minute after it was sent. Without it, it waits until the
	 * service has taken nothing for ten minutes
	 * @param turn what happens around each time that the request is sent
	 * @throws ServiceError whose `submitted` says whether a create may have been taken.
	 */
	send<T>(request: ServiceRequest, answer: Schema<T>, until?: number, turn?: Turn): Promise<T>;
}

export interface RunTransport extends Transport {
	slowed(): { refusals: number; waitedMs: number };
}
