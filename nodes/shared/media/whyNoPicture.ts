import type { IExecuteFunctions } from 'n8n-workflow';
import { within } from '../async/deadline';
import type { Environment } from '../async/environment';
import { headOf, openFile } from '../async/stream';
import { HEAD_BYTES, isMessage, mimeTypeOf } from '../service/fileType';
import { excerptOf } from '../service/values';
import { asError } from '../transport/serviceError';

/** For the first bytes of a picture. */
const LONGEST_MS = 15_000;

/**
 * Looks for a picture at an address, of which only the first bytes are read: the service does not always tell an address
 * that it could not open from a picture that shows no face.
 * @returns why there is none, as a phrase that follows the address; undefined where there is one, or may be
 * @throws after a Stop
 */
export async function whyNoPicture(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	{ signal }: Pick<Environment, 'signal'>,
	url: string,
): Promise<string | undefined> {
	try {
		return await within(LONGEST_MS, signal, async (ended) => {
			const { statusCode, body } = await openFile(helpers, url, ended);
			body.on('error', () => undefined);
			const head = await headOf(body, HEAD_BYTES);
			body.destroy();
			if (statusCode !== 200) return `answers HTTP ${statusCode}`;
			if (head.length === 0) return 'gives an empty file';
			const type = mimeTypeOf(head);
			if (type === undefined) return isMessage(head) ? 'gives a web page or a message' : undefined;
			return type.startsWith('image/') ? undefined : `gives no picture (${type})`;
		});
	} catch (error) {
		if (signal?.aborted) throw asError(error);
		return `can't be reached by n8n either: ${excerptOf(asError(error).message, 200)}`;
	}
}
