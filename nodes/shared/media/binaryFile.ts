import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { headOf, openFile, type Readable } from '../async/stream';
import { HEAD_BYTES, WANTED, bareType, mimeTypeOf, otherThan, type Wanted } from '../service/fileType';
import { excerptOf, isObject, parseJson } from '../service/values';
import { canReach, isPrivateAddress } from '../transport/hosts';
import { Failure, asError } from '../service/failure';
import type { NextStep } from '../service/nextStep';
import { createHash } from 'node:crypto';
import { within, type Environment } from '../async/environment';

/** A job may begin days after its address was made. */
const ADDRESS_LIFE = '7d';

/** A file in a binary field of an item. */
export class BinaryFile {
	private readonly helpers: IExecuteFunctions['helpers'];
	private readonly binary: IBinaryData;

	/** @throws Failure that names the existing binary fields */
	constructor(
		context: IExecuteFunctions,
		private readonly item: number,
		private readonly property: string,
		private readonly label: string,
	) {
		this.helpers = context.helpers;
		const binaries = context.getInputData()[item]?.binary ?? {};
		const [binary, names] = [binaries[property], Object.keys(binaries)];
		if (!binary) {
			throw new Failure(
				`${label} names the binary field "${property}", which the item does not have`,
				'changeField',
				{
					field: label,
					description:
						names.length > 0
							? `Its binary fields are: ${names.join(', ')}.`
							: 'The item has no binary field at all: connect a node that reads or downloads the file, or choose By URL.',
				},
			);
		}
		this.binary = binary;
	}

	/** Absent if an earlier node put the file into the item itself, as a Code node does. */
	get id(): string | undefined {
		return this.binary.id;
	}

	/** @throws Failure when the service can't reach the file, or it certainly has another type */
	async url(serviceUrl: string, wanted: Wanted): Promise<string> {
		const { helpers, binary } = this;
		await this.checkedHead(wanted);
		const stored =
			this.id !== undefined ? binary : await helpers.setBinaryDataBuffer({ ...binary }, await this.whole());
		if (stored.id === undefined) {
			throw this.refusal(
				'changeSetting',
				"and this n8n keeps binary data in memory, where the service can't fetch it",
				'Set N8N_DEFAULT_BINARY_DATA_MODE=filesystem (in queue mode database) where n8n is started',
			);
		}
		const url = helpers.createBinarySignedUrl(stored, ADDRESS_LIFE);
		if (canReach(serviceUrl, url)) return url;
		throw this.refusal(
			'changeSetting',
			`and the service can't reach this n8n at ${new URL(url).host}`,
			'Set N8N_WEBHOOK_URL (WEBHOOK_URL before n8n 2.30) to the public address of n8n where it is started',
		);
	}

	/** Undefined where the service can't reach it. */
	urlIfAny(serviceUrl: string): string | undefined {
		if (this.id === undefined) return undefined;
		const url = this.helpers.createBinarySignedUrl(this.binary, ADDRESS_LIFE);
		return canReach(serviceUrl, url) ? url : undefined;
	}

	/** As a data URL. @throws Failure where it holds no image */
	async image(): Promise<string> {
		const type = mimeTypeOf(await this.checkedHead('image')) ?? bareType(this.binary.mimeType);
		return `data:${type};base64,${(await this.whole()).toString('base64')}`;
	}

	/** A file's name, size and place say nothing certain about its content. @throws Failure where it can't be read */
	async hash(): Promise<string> {
		const { id, helpers } = this;
		const read = async () => (id === undefined ? digestOf([await this.whole()]) : storedHash(helpers, id));
		return await this.reading(read);
	}

	private async whole(): Promise<Buffer> {
		return await this.helpers.getBinaryDataBuffer(this.item, this.property);
	}

	private async checkedHead(wanted: Wanted): Promise<Uint8Array> {
		const { id, helpers } = this;
		const { fileName, mimeType } = this.binary;
		const read = async () => await headOfStored(await helpers.getBinaryStream(id ?? ''));
		const head = id === undefined ? await this.whole() : await this.reading(read);
		const other = otherThan(wanted, head, bareType(mimeType));
		if (other === undefined) return head;
		const named = fileName ? ` named "${excerptOf(fileName, 60)}"` : '';
		throw this.refusal(
			'changeFile',
			`which holds ${other}${named} instead of ${WANTED[wanted]}`,
			'Look at the output of the node that makes the file: its download may have failed, or its address may lead to a page.',
		);
	}

	private async reading<T>(read: () => Promise<T>): Promise<T> {
		return await read().catch((error: unknown) => {
			throw this.refusal(
				'changeFile',
				`and n8n can't read its file: ${excerptOf(asError(error).message, 200)}`,
				'Run the node again that makes the file: n8n may have deleted it since.',
			);
		});
	}

	private refusal(next: NextStep, why: string, description: string): Failure {
		const { label, property } = this;
		return new Failure(`${label} is the binary field "${property}", ${why}`, next, {
			description,
			field: label,
		});
	}
}

async function headOfStored(stream: Readable): Promise<Uint8Array> {
	const broken = new Promise<never>((_resolve, reject) => stream.on('error', reject));
	const head = await Promise.race([headOf(stream, HEAD_BYTES), broken]);
	stream.destroy();
	return head;
}

type Path = Array<string | number>;

export function filesIn(input: unknown, path: Path = []): Array<{ property: string; path: Path }> {
	if (typeof input !== 'object' || input === null) return [];
	const { mode, property }: { mode?: unknown; property?: unknown } = input;
	if (mode === 'binary' && typeof property === 'string') return [{ property, path }];
	const isList = Array.isArray(input);
	return Object.entries(input).flatMap(([name, value]) =>
		filesIn(value, [...path, isList ? Number(name) : name]),
	);
}

/** Replaces each address that n8n signed with the content of its file, because n8n signs differently each time. */
export async function withContents(
	json: string,
	contentOf: (id: string) => Promise<string>,
): Promise<string> {
	const contents = new Map<string, string>();
	for (const [url, payload = ''] of json.matchAll(SIGNED)) {
		const signed = parseJson(Buffer.from(payload, 'base64url').toString());
		if (!isObject(signed) || typeof signed.id !== 'string') continue;
		// Another n8n may have signed it, or n8n has deleted its file.
		contents.set(url, await contentOf(signed.id).catch(() => url));
	}
	return json.replace(SIGNED, (url) => contents.get(url) ?? url);
}

/** A text that is nothing else, with its quotes. */
const SIGNED = /"https?:[^"\s\\]*\/binary-data\/signed\?token=[\w-]+\.([\w-]+)\.[\w-]+"/g;

export const storedHash = async (helpers: IExecuteFunctions['helpers'], id: string): Promise<string> =>
	digestOf(await helpers.getBinaryStream(id));

async function digestOf(content: AsyncIterable<Uint8Array> | Uint8Array[]): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of content) hash.update(chunk);
	return hash.digest('hex').slice(0, 20);
}

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
		// HTTP 416 is for a range of an empty file.
		const isEmpty = statusCode === 416 || (head.length === 0 && body.readableEnded);
		body.destroy();
		const isFile = statusCode === 200 || statusCode === 206 || statusCode === 416;
		return { statusCode, head, isFile: isFile && (isEmpty || head.length > 0) };
	});
}

/** `unseen` is why n8n could not look at it, as a phrase; `isSilent` that its host did not answer. */
export interface Look {
	unseen?: string;
	isSilent?: boolean;
}

/**
 * You would pay for a page, or for a file that is gone. An address that n8n can't open passes, because the service may.
 * @throws Failure for a file that is certainly not wanted
 */
export async function lookAt(
	context: Helpers,
	environment: Stoppable,
	url: string,
	{ label, serviceUrl, wanted }: { label: string; serviceUrl: string; wanted: Wanted },
): Promise<Look> {
	if (isPrivateAddress(serviceUrl)) return {};
	const refusal = (why: string, description: string, next: NextStep = 'changeFile') =>
		new Failure(`${label} ${why}`, next, { description, field: label });
	const { host, hostname } = new URL(url);
	if (/(?:^|\.)example\.(?:com|org|net)$/.test(hostname)) {
		throw refusal('is the address of the example', 'Enter the address of your own file.');
	}
	if (isPrivateAddress(url)) {
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

const USE_THE_FILE =
	"Download the file with n8n's Google Drive, Dropbox or HTTP Request node before this one, and choose By File.";
const GONE = 'Open the address in a private window of your browser. An expired address must be made anew.';
