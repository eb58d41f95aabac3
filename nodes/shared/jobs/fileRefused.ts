import { withoutSecrets } from '../service/urls';
import { excerptOf } from '../service/values';
import { ServiceError } from '../transport/errors';

const LATER = "Try again later with the operation's Get and Download Result on: the result stays for 7 days.";

/** Why a file is refused. */
export class FileRefused extends ServiceError {
	constructor(
		url: string,
		why: string,
		description: string,
		/** Whether another try would end the same way. */
		readonly isFinal: boolean,
		httpStatus?: number,
	) {
		super(`The result at ${excerptOf(withoutSecrets(url), 300)} can't be downloaded: ${why}`, {
			description,
			httpStatus,
		});
	}
}

export function noAddress(url: string): FileRefused {
	return new FileRefused(url, 'this is no http address', 'Ask the support of the service.', true);
}

export function refusedWith(url: string, status: number): FileRefused {
	const gone = status === 403 || status === 404 || status === 410;
	const passes = status < 300 || status >= 500 || status === 408 || status === 429;
	const advice = gone
		? 'Results are deleted 7 days after completion. If it is younger, open the address in a browser to see whether it is there.'
		: LATER;
	return new FileRefused(url, `its host answered HTTP ${status}`, advice, !passes, status);
}

export function noMedia(url: string): FileRefused {
	const advice =
		'Open the address in a browser to read what it says. Results are deleted 7 days after completion.';
	return new FileRefused(url, 'its host gave a web page or a message instead of a file', advice, true, 200);
}

export function emptyFile(url: string): FileRefused {
	return new FileRefused(url, 'its host gave an empty file', LATER, false, 200);
}

export function tooLarge(url: string, maxFileSize: number): FileRefused {
	const advice =
		'Raise Maximum File Size (MB) under Options and read the result again with Get, or open its address by other means: it stays for 7 days.';
	return new FileRefused(url, `it is larger than ${maxFileSize} MB`, advice, true);
}

/** Why a download failed, for any cause. */
export function notDownloaded(url: string, error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	const isLate = error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT';
	const reason = error instanceof Error ? error.message : String(error);
	const why = isLate ? 'its host takes too long' : excerptOf(reason, 300);
	const advice =
		'Check that n8n reaches this host. The result stays for 7 days: a Get with Download Result fetches it later.';
	return new FileRefused(url, why, advice, true);
}
