import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { Failure, asError, wrongField } from '../service/failure';
import { WANTED, bareType, mimeTypeOf, otherThan, type Wanted } from '../service/fileType';
import type { NextStep } from '../service/nextStep';
import { excerptOf, isObject, parseJson } from '../service/values';
import { canReach } from '../transport/hosts';
import { ADDRESS_LIFE, digestOf, headOfStored, storedHash } from './signed';

const NO_FILE = 'The item has no file: connect a node that downloads one, or choose By URL.';

/** A file in a binary field of an item. */
export class BinaryFile {
	private readonly helpers: IExecuteFunctions['helpers'];
	private readonly binary: IBinaryData;
	private readonly execution: string;
	private readonly name: string;

	/** @throws Failure that names the existing binary fields */
	constructor(
		context: IExecuteFunctions,
		private readonly item: number,
		property: string,
		private readonly label: string,
	) {
		this.helpers = context.helpers;
		this.execution = context.getExecutionId();
		const { json = {}, binary: given = {} } = context.getInputData()[item] ?? {};
		const file = parseJson(property);
		// A form writes the spaces of a field's label as _.
		const stored = given[property] ?? given[property.replace(/\W/g, '_')];
		const binary = isFile(file) ? file : (stored ?? fileInJson(context, item, property));
		if (!binary) {
			const names = Object.keys({ ...(isObject(json[IN_JSON]) && json[IN_JSON]), ...given });
			const message = `${label} names the binary field "${property}", which the item does not have`;
			const description = names.length > 0 ? `Its binary fields are: ${names.join(', ')}.` : NO_FILE;
			throw wrongField(label, message, description);
		}
		this.binary = binary;
		this.name = isFile(file) ? 'the file itself' : `the binary field "${property}"`;
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
			this.id === undefined
				? await helpers.setBinaryDataBuffer({ ...binary }, await this.whole())
				: await this.kept(this.id);
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
	async urlIfAny(serviceUrl: string): Promise<string | undefined> {
		if (this.id === undefined) return undefined;
		const url = this.helpers.createBinarySignedUrl(await this.kept(this.id), ADDRESS_LIFE);
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
		return await this.helpers.getBinaryDataBuffer(this.item, this.binary);
	}

	/** A file of this execution. n8n renames or deletes any other before the job may have fetched it (n8n.md: Files). */
	private async kept(id: string): Promise<IBinaryData> {
		const { helpers, binary, execution } = this;
		const [, owner = execution] = OWNER.exec(id) ?? [];
		if (owner === execution) return binary;
		const copy = async () =>
			await helpers.prepareBinaryData(await helpers.getBinaryStream(id), binary.fileName, binary.mimeType);
		return await this.reading(copy);
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
		const { label, name } = this;
		return new Failure(`${label} is ${name}, ${why}`, next, { description, field: label });
	}
}

/** The execution that a file on a disk or in S3 is stored under; `temp` before a webhook's execution has a number. */
const OWNER = /\/executions\/([^/]+)\/binary_data\//;

/** Execution Logic v2 keeps the files of an item here. */
const IN_JSON = '_files';

function fileInJson({ helpers }: IExecuteFunctions, item: number, path: string): IBinaryData | undefined {
	for (const each of [path, `${IN_JSON}.${path}`]) {
		try {
			return helpers.assertBinaryData(item, each);
		} catch {
			// Another mode keeps it at the other place.
		}
	}
	return undefined;
}

const isFile = (value: unknown): value is IBinaryData =>
	isObject(value) && typeof value.mimeType === 'string' && ('id' in value || 'data' in value);

type Path = Array<string | number>;

export function filesIn(input: unknown, path: Path = []): Array<{ property: string; path: Path }> {
	if (typeof input !== 'object' || input === null) return [];
	const { mode, property }: { mode?: unknown; property?: unknown } = input;
	if (mode === 'binary' && typeof property === 'string') return [{ property, path }];
	return Object.entries(input).flatMap(([name, value]) =>
		filesIn(value, [...path, Array.isArray(input) ? Number(name) : name]),
	);
}
