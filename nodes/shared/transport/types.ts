import type { IExecuteFunctions, ILoadOptionsFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';

export type { ServiceRequest };

/** The n8n contexts that can call the service. */
export type CallContext = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** The one door to the service. */
export interface Transport {
	/**
	 * Sends one request and gives the payload of its answer: `data` of the envelope, or the whole answer of the
	 * detection host, as `answer` parses it.
	 * @throws ServiceError, whose `submitted` says whether a create may have been taken.
	 */
	send<T>(request: ServiceRequest, answer: Schema<T>): Promise<T>;
}
