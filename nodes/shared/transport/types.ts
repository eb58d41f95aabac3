import type { IExecuteFunctions, ILoadOptionsFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';

/** The n8n contexts that can call the service. */
export type CallContext = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** What all requests to the service go through. */
export interface Transport {
	/**
	 * Sends one request and gives the payload of its answer: `data` of the envelope, or the whole answer of the
	 * detection host, as `answer` parses it.
	 * A request that comes too early for the service waits for its turn, and is sent again (service.md: Errors).
	 * @param until when it waits no longer for its turn: milliseconds since the epoch; a read has ended by then, too, and
	 * is not sent again; a create has ended by then, or a minute after it was sent. Without it, it waits until the service has taken nothing for ten minutes
	 * @param check called each time when its turn has come: throws when it must not be sent any more
	 * @throws ServiceError, whose `submitted` says whether a create may have been taken.
	 */
	send<T>(request: ServiceRequest, answer: Schema<T>, until?: number, check?: () => void): Promise<T>;
}

/** The transport of one run. */
export interface RunTransport extends Transport {
	/** How the service slowed down what was sent here: in `waitedMs` at least one request waited for its turn. */
	slowed(): { refusals: number; waitedMs: number };
}
