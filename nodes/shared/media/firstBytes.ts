import type { IExecuteFunctions } from 'n8n-workflow';
import { within } from '../async/deadline';
import type { Environment } from '../async/environment';
import { headOf, openFile } from '../async/stream';
import { HEAD_BYTES, isMessage, mimeTypeOf } from '../service/fileType';
import { excerptOf } from '../service/values';
import { isPrivateAddress } from '../transport/privateAddress';
import { asError, Failure } from '../service/failure';
import { USE_THE_FILE } from './shareLink';

type Helpers = Pick<IExecuteFunctions, 'helpers'>;
type Stoppable = Pick<Environment, 'signal'>;

const LONGEST_MS = 5_000;
const RANGE = { range: `bytes=0-${HEAD_BYTES - 1}` };

/** @throws after a Stop, and where n8n can't reach it */
async function firstBytes({ helpers }: Helpers, { signal }: Stoppable, url: string) {
	return await within(LONGEST_MS, signal, async (ended) => {
		const { statusCode, body } = await openFile(helpers, url, ended, RANGE);
		body.on('error', () => undefined);
		const head = await headOf(body, HEAD_BYTES);
		body.destroy();
		return { statusCode, head, isFile: statusCode === 200 || statusCode === 206 };
	});
}

/** Returns why there is no image, as a phrase that follows the address. @throws after a Stop */
export async function whyNoImage(
	context: Helpers,
	environment: Stoppable,
	url: string,
): Promise<string | undefined> {
	try {
		const { statusCode, head, isFile } = await firstBytes(context, environment, url);
		// HTTP 416 for a range of an empty file.
		if (statusCode === 416 || (isFile && head.length === 0)) return 'gives an empty file';
		if (!isFile) return `answers HTTP ${statusCode}`;
		const type = mimeTypeOf(head);
		if (type === undefined) return isMessage(head) ? 'gives a web page or a message' : undefined;
		return type.startsWith('image/') ? undefined : `gives no image (${type})`;
	} catch (error) {
		if (environment.signal?.aborted) throw asError(error);
		return `can't be reached by n8n either: ${excerptOf(asError(error).message, 200)}`;
	}
}

/**
 * You would pay for a page. An address that n8n can't open passes, because the service may.
 * @returns whether its host answered
 * @throws Failure
 */
export async function refusePage(
	context: Helpers,
	environment: Stoppable,
	url: string,
	{ label, serviceUrl }: { label: string; serviceUrl: string },
): Promise<boolean> {
	if (isPrivateAddress(url) || isPrivateAddress(serviceUrl)) return true;
	const found = await firstBytes(context, environment, url).catch((error: unknown) => {
		if (environment.signal?.aborted) throw asError(error);
		return undefined;
	});
	if (!found?.isFile || mimeTypeOf(found.head) !== undefined || !isMessage(found.head))
		return found !== undefined;
	throw new Failure(`${label} is a page about a file, or a message, instead of the file`, {
		description: USE_THE_FILE,
	});
}
