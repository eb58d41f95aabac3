import type { BinaryHelperFunctions, IBinaryData, RequestHelperFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { isHttpUrl } from '../service/urls';
import { isObject } from '../service/values';
import { within } from '../transport/deadline';
import { asError } from '../transport/errors';
import type { Environment } from '../transport/types';
import { fileOf } from './file';
import {
	emptyFile,
	FileRefused,
	noAddress,
	notDownloaded,
	refusedWith,
	tooLarge,
	noMedia,
} from './fileRefused';
import { endsEmpty, watched, type Stream } from './watched';

const TRIES = 3;
const PAUSE_MS = 2_000;
/** Time for a host to begin its answer, and then to begin the file. */
const ANSWER_MS = 60_000;
/** For a whole file: 300 MB, the most that the service takes, at 90 kB a second. */
const WHOLE_MS = 60 * 60_000;
/** The service takes videos of up to 300 MB, and results may be larger than their sources. */
const MOST_MB = 500;
const BYTES_PER_MB = 1_000_000;

/** The helpers of n8n that a download needs; every context that runs has them. */
export interface FileContext {
	helpers: Pick<RequestHelperFunctions, 'httpRequest'> & Pick<BinaryHelperFunctions, 'prepareBinaryData'>;
}

/** Limits and defaults for a file. */
export interface FileLimits {
	/** In MB; 0 is no limit, and 500 the default. */
	maxFileSize?: number;
	/** Used when neither answer nor address names one. */
	fallbackExtension?: string;
}

/** What n8n's HTTP helper returns for `encoding: 'stream'` and `returnFullResponse`. */
const streamedAnswer = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()),
	body: z.custom<Stream>((value) => isObject(value) && typeof value.destroy === 'function'),
});
type Answer = z.output<typeof streamedAnswer>;

/**
 * Saves a result as binary data of n8n, streamed: it is never held in memory (except by n8n itself, when set to keep
 * binaries there). The request carries no credential: the host is a media host, not the service.
 * @throws ServiceError when the file can't be had
 */
export async function download(
	context: FileContext,
	environment: Environment,
	url: string,
	limits: FileLimits,
): Promise<IBinaryData> {
	if (!isHttpUrl(url)) throw noAddress(url);
	for (let tries = 1; ; tries++) {
		try {
			return await within(
				WHOLE_MS,
				environment.signal,
				async (signal) => await downloadOnce(context, signal, url, limits),
			);
		} catch (error) {
			const isFinal = error instanceof FileRefused && error.isFinal;
			if (isFinal || environment.signal?.aborted) throw asError(error);
			if (tries === TRIES) throw notDownloaded(url, error);
			await environment.sleep(PAUSE_MS * tries);
		}
	}
}

async function downloadOnce(
	{ helpers }: FileContext,
	whole: AbortSignal,
	url: string,
	{ maxFileSize = MOST_MB, fallbackExtension }: FileLimits,
): Promise<IBinaryData> {
	// The signal of the whole download: a stream that nobody has begun to read can't be ended otherwise.
	const ask = async (): Promise<unknown> =>
		await helpers.httpRequest({
			method: 'GET',
			url,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			abortSignal: whole,
		});
	const answer = streamedAnswer.parse(await within(ANSWER_MS, whole, ask));
	const mostBytes = maxFileSize === 0 ? Infinity : maxFileSize * BYTES_PER_MB;
	const isTooLarge = tooLarge(url, maxFileSize);
	const { name, mimeType } = fileOf(url, answer.headers, fallbackExtension);
	const file = watched(answer.body, mostBytes, isTooLarge, whole);
	try {
		if (lengthOf(answer, url) > mostBytes) throw isTooLarge;
		if (await within(ANSWER_MS, whole, async () => await endsEmpty(answer.body))) throw emptyFile(url);
		return await helpers.prepareBinaryData(file.stream, name, mimeType);
	} finally {
		file.close();
	}
}

/**
 * The length that the headers of the answer give; NaN where they give none.
 * @throws FileRefused when they show that it can't be the file
 */
function lengthOf({ statusCode, headers }: Answer, url: string): number {
	// 204 and 206 are successes without the file, or with only a part of it.
	if (statusCode !== 200) throw refusedWith(url, statusCode);
	if (NO_MEDIA.test(String(headers['content-type']))) throw noMedia(url);
	const length = Number(headers['content-length'] ?? Number.NaN);
	if (length === 0) throw emptyFile(url);
	return length;
}

/** An error page, or an error of the service or its storage, with a status of success: no result is of these types. */
const NO_MEDIA = /^\s*(?:text\/(?:html|xml)|application\/(?:\w+\+)?(?:json|xml))\b/i;
