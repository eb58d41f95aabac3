import type { IExecuteFunctions, ILoadOptionsFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';

export type CallContext = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** The right to send a create. The transport asks for it when its turn has come. */
export interface Right {
	/** If false, nothing is sent, and the turn counts as not used. */
	take(): Promise<boolean>;
	/** The service did not take the create, which waits for another turn. */
	release(): Promise<void>;
}

export interface Transport {
	/**
	 * Sends a request again that came too early (service.md: Errors).
	 * @param until milliseconds since the epoch. A read ends by then, a create by then or a minute after it was sent.
	 * If absent, the end of the run counts, or until the service has taken nothing for ten minutes
	 * @throws Failure whose `submitted` says whether a create may have been taken
	 */
	send<T>(request: ServiceRequest, answer: Schema<T>, until?: number): Promise<T>;
}
