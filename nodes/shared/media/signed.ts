import { jsonParse, type IExecuteFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { headOf, type Readable } from '../async/stream';
import { Failure, asError } from '../service/failure';
import { HEAD_BYTES } from '../service/fileType';
import { excerptOf, isObject, parseJson } from '../service/values';

/* Addresses of files that n8n signed. The token of each names the file. */

/** A job may begin days after its address was made. */
export const ADDRESS_LIFE = '7d';

/** JSON that has a binary field, or an address that n8n may have signed. Most requests have neither. */
export const HAS_FILES = /"mode":"binary"|\/binary-data\/signed\?token=/;

type Helpers = Pick<IExecuteFunctions, 'helpers'>;

/** Replaces each address that n8n signed with the content of its file, because n8n signs differently each time. */
export async function withContents(
	context: Helpers,
	json: string,
	contentOf: (id: string) => Promise<string>,
): Promise<string> {
	const contents = await signedIn(context, jsonParse(json), contentOf);
	return json.replace(SIGNED, (url) => contents.get(url) ?? url);
}

/** Signs addresses again: a row may be sent days after its plan. @throws Failure with the field whose file is gone */
export async function signedAgain<T extends object>(
	context: Helpers,
	body: T,
	look: (id: string, see: () => Promise<unknown>) => Promise<unknown>,
): Promise<T> {
	const addresses = await signedIn(context, body, async (id, again) => {
		if (again) await look(id, async () => await headOfStored(await context.helpers.getBinaryStream(id)));
		return again;
	});
	return jsonParse<T>(JSON.stringify(body).replace(SIGNED, (url) => addresses.get(url) ?? url));
}

/**
 * What to put in the place of each address that n8n signed.
 * @param use gets the address that this n8n signs now; undefined if another n8n has signed it
 * @throws Failure with the field of a file that this n8n has no more
 */
async function signedIn(
	{ helpers }: Helpers,
	body: object,
	use: (id: string, again?: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, string>> {
	const found = new Map<string, string>();
	// A field that is the address itself names the file best.
	const isWhole = ([, value]: [string, unknown]) => Number(typeof value === 'string');
	for (const [field, value] of Object.entries<unknown>({ ...body }).sort((a, b) => isWhole(b) - isWhole(a))) {
		for (const [url, payload = ''] of JSON.stringify(value ?? null).matchAll(SIGNED)) {
			const id = signedId(payload);
			if (id === undefined) continue;
			const again = `"${helpers.createBinarySignedUrl({ id, data: '', mimeType: '' }, ADDRESS_LIFE)}"`;
			const isOwn = again.split('?')[0] === url.split('?')[0];
			const used = await use(id, isOwn ? again : undefined).catch((error: unknown) => {
				if (isOwn) throw gone(field, asError(error));
			});
			if (used !== undefined) found.set(url, used);
		}
	}
	return found;
}

const gone = (field: string, { message }: Error) =>
	new Failure(`n8n has the file of ${field} no more: ${excerptOf(message, 200)}`, 'changeFile', {
		field,
		description: 'Run the workflow again from the node that makes it.',
	});

/** A text that is nothing else, with its quotes. */
const SIGNED = /"https?:[^"\s\\]*\/binary-data\/signed\?token=[\w-]+\.([\w-]+)\.[\w-]+"/g;

export const storedHash = async (helpers: IExecuteFunctions['helpers'], id: string): Promise<string> =>
	digestOf(await helpers.getBinaryStream(id));

export async function digestOf(content: AsyncIterable<Uint8Array> | Uint8Array[]): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of content) hash.update(chunk);
	return hash.digest('hex').slice(0, 20);
}

function signedId(payload: string): string | undefined {
	const signed = parseJson(Buffer.from(payload, 'base64url').toString());
	return isObject(signed) && typeof signed.id === 'string' ? signed.id : undefined;
}

export async function headOfStored(stream: Readable): Promise<Uint8Array> {
	const broken = new Promise<never>((_resolve, reject) => stream.on('error', reject));
	const head = await Promise.race([headOf(stream, HEAD_BYTES), broken]);
	stream.destroy();
	return head;
}
