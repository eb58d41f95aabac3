import type { IExecuteFunctions, ILoadOptionsFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';

export type { ServiceRequest };

/** The n8n contexts that can call the service. */
export type CallContext = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** The effects that a test controls: time, random numbers, and Stop. */
export interface Environment {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after `ms` milliseconds; rejects at once when the run is stopped. */
	sleep(ms: number): Promise<void>;
	/** A number from 0 (included) to 1 (excluded). */
	random(): number;
	/** Aborted when the person stops the run; absent where n8n has no such signal. */
	signal?: AbortSignal;
}

/** The one door to the service. */
export interface Transport {
	/**
	 * Sends one request and gives the payload of its answer: `data` of the envelope, or the whole answer of the
	 * detection host, as `answer` parses it.
	 * @throws ServiceError, whose `submitted` says whether a create may have been taken.
	 */
	send<T>(request: ServiceRequest, answer: Schema<T>): Promise<T>;
}
