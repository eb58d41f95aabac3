import type { IExecuteFunctions } from 'n8n-workflow';
import { within, type Environment } from '../async/environment';
import { headOf, openFile } from '../async/stream';
import { Failure, asError } from '../service/failure';
import { HEAD_BYTES, WANTED, otherThan, type Wanted } from '../service/fileType';
import type { NextStep } from '../service/nextStep';
import { excerptOf } from '../service/values';
import { canReach, isPrivateAddress } from '../transport/hosts';

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
		const isEmpty = head.length === 0 && body.readableEnded;
		body.destroy();
		// HTTP 416 is for a range of an empty file.
		const isFile = statusCode === 200 || statusCode === 206 || statusCode === 416;
		return { statusCode, head, isFile: isFile && (isEmpty || head.length > 0) };
	});
}

/** `unseen` is why n8n could not look at it, as a phrase; `isSilent` that its host did not answer. */
export interface Look {
	unseen?: string;
	isSilent?: boolean;
}

/** An address that n8n can't open passes, because the service may. @throws Failure for a page or a lost file */
export async function lookAt(
	context: Helpers,
	environment: Stoppable,
	url: string,
	{ label, serviceUrl, wanted }: { label: string; serviceUrl: string; wanted: Wanted },
): Promise<Look> {
	// A private network may have no way to the internet, but n8n reaches what is in it.
	if (isPrivateAddress(serviceUrl) && !isPrivateAddress(url)) return {};
	const refusal = (why: string, description: string, next: NextStep = 'changeFile') =>
		new Failure(`${label} ${why}`, next, { description, field: label });
	const { host, hostname } = new URL(url);
	if (/(?:^|\.)example\.(?:com|org|net)$/.test(hostname)) {
		throw refusal('is the address of the example', 'Enter the address of your own file.');
	}
	if (!canReach(serviceUrl, url)) {
		const why = `is at ${host}, a private address that the service can't reach`;
		throw refusal(why, 'Download the file with an HTTP Request node before this one, and choose By File.');
	}
	try {
		const { statusCode, head, isFile } = await firstBytes(context, environment, url);
		if (statusCode === 404 || statusCode === 410) {
			throw refusal(`is not there: its host answers HTTP ${statusCode}`, GONE);
		}
		if (!isFile) return { unseen: `its host answered HTTP ${statusCode}` };
		const other = otherThan(wanted, head);
		if (other === undefined) return {};
		throw refusal(`leads to ${other} instead of ${WANTED[wanted]}`, USE_THE_FILE);
	} catch (error) {
		if (error instanceof Failure || environment.signal?.aborted) throw asError(error);
		return { unseen: excerptOf(asError(error).message, 200), isSilent: true };
	}
}

const USE_THE_FILE = 'Download it with a Google Drive, Dropbox or HTTP Request node, and choose By File.';
const GONE = 'Open the address in a private window of your browser. An expired address must be made anew.';
