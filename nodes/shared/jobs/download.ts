import type { BinaryHelperFunctions, IBinaryData, RequestHelperFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../service/values';
import { asError, ServiceError } from '../transport/errors';
import type { Environment } from '../transport/types';
import { fileOf } from './file';

const TRIES = 3;
const PAUSE_MS = 2_000;
const TIMEOUT_MS = 60_000;

/** The helpers of n8n that a download needs; every context that runs has them. */
export interface FileContext {
	helpers: Pick<RequestHelperFunctions, 'httpRequest'> & Pick<BinaryHelperFunctions, 'prepareBinaryData'>;
}

/** What n8n takes as the content of a file; a stream can be ended before its end. */
type Stream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Uint8Array> & {
	destroy(): void;
};

/** What n8n's HTTP helper gives for `encoding: 'stream'` and `returnFullResponse`. */
const streamedAnswer = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()),
	body: z.custom<Stream>((value) => isObject(value) && typeof value.destroy === 'function'),
});

/**
 * Saves a result as binary data of n8n, streamed: its size is never held in memory (but by n8n itself, where it is set
 * to keep binaries there). The address is called without the credential: it is a media host's, not the service's.
 * @param fallbackExtension of the file, where neither answer nor address names one
 * @throws ServiceError when the file can't be had
 */
export async function download(
	context: FileContext,
	environment: Environment,
	url: string,
	fallbackExtension?: string,
): Promise<IBinaryData> {
	for (let tries = 1; ; tries++) {
		try {
			return await downloadOnce(context, environment, url, fallbackExtension);
		} catch (error) {
			if (environment.signal?.aborted) throw asError(error);
			if (error instanceof ServiceError && error.httpStatus !== undefined && error.httpStatus < 500)
				throw asError(error);
			if (tries === TRIES) throw asServiceError(url, error);
			await environment.sleep(PAUSE_MS * tries);
		}
	}
}

async function downloadOnce(
	context: FileContext,
	environment: Environment,
	url: string,
	fallbackExtension?: string,
): Promise<IBinaryData> {
	const given: unknown = await context.helpers.httpRequest({
		method: 'GET',
		url,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout: TIMEOUT_MS,
		abortSignal: environment.signal,
	});
	const answer = streamedAnswer.parse(given);
	if (answer.statusCode < 200 || answer.statusCode > 299) {
		answer.body.destroy();
		throw refused(url, answer.statusCode);
	}
	if (isWebPage(answer.headers)) {
		answer.body.destroy();
		throw webPage(url, answer.statusCode);
	}
	const file = fileOf(url, answer.headers, fallbackExtension);
	return await context.helpers.prepareBinaryData(answer.body, file.name, file.mimeType);
}

function refused(url: string, httpStatus: number): ServiceError {
	const gone = httpStatus === 403 || httpStatus === 404 || httpStatus === 410;
	return new ServiceError(`The result at ${url} can't be downloaded: its host answered HTTP ${httpStatus}`, {
		httpStatus,
		description: gone
			? 'Results are deleted 7 days after completion. If it is younger, open the address in a browser to see whether it is there.'
			: "Try again later with the operation's Get and Download Result on: the result stays for 7 days.",
	});
}

/** A host that says in words what is wrong, with a status that says that nothing is. */
function isWebPage(headers: Readonly<Record<string, unknown>>): boolean {
	const type = headers['content-type'];
	return typeof type === 'string' && type.toLowerCase().startsWith('text/html');
}

function webPage(url: string, httpStatus: number): ServiceError {
	return new ServiceError(`The result at ${url} can't be downloaded: its host gave a web page`, {
		httpStatus,
		description:
			'Open the address in a browser to read what the page says. Results are deleted 7 days after completion.',
	});
}

/** Why a download came to nothing, whatever went wrong with it. */
function asServiceError(url: string, error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	const reason = error instanceof Error ? error.message : String(error);
	return new ServiceError(`The result at ${url} can't be downloaded: ${reason}`, {
		description:
			'Check that n8n reaches this host. The result stays for 7 days: a Get with Download Result fetches it later.',
	});
}
