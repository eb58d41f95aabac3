import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { binaryToBuffer } from '@n8n/backend-network';
import type { IBinaryData, IRun } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { fixture } from '../emulator/media/fixtures';
import { steadyNow } from './clock';
import type { Faults } from './faults';
import { randomUUIDOf } from './random';
import { mediaUrl } from './rows';

/** A file with its own name at its end, so that the owner of each result can be told. */
export function file(name: string): Buffer {
	const head = name.endsWith('.mp4') ? 'short.mp4' : name.endsWith('.mp3') ? 'tone.mp3' : 'photo.jpg';
	return Buffer.concat([fixture(head), Buffer.from(`|${name}|`)]);
}
export const typeOf = (name: string) =>
	name.endsWith('.mp4') ? 'video/mp4' : name.endsWith('.mp3') ? 'audio/mpeg' : 'image/jpeg';

const SIGNED = 'https://n8n.night.net/rest/binary-data/signed?token=';
const ADDRESS = /https:\/\/n8n\.night\.net\/rest\/binary-data\/signed\?token=([\w.-]+)/g;
/** The execution that a file belongs to. A webhook receives files before it has an execution. */
interface Place {
	executionId?: string;
}

/** n8n's folder of files, and their signed addresses. Where it is not used, n8n keeps files in the items. */
export class Disk {
	private readonly files = new Map<string, Buffer>();
	/** What was at an address when the service was given it. */
	private readonly sent = new Map<string, { name: string; at: number }>();
	private readonly service = Container.get(BinaryDataService);

	constructor(
		private readonly faults: Faults,
		isUsed: boolean,
	) {
		Object.assign(this.service, { managers: isUsed ? { 'filesystem-v2': this } : {} });
	}

	/** A file as an earlier node, or a webhook, gives it to a run. */
	put(name: string, place: Place): IBinaryData {
		const id = `filesystem-v2:${this.add(place, file(name))}`;
		return { id, data: 'filesystem-v2', mimeType: typeOf(name), fileName: name };
	}

	addressOf(stored: IBinaryData): string {
		return SIGNED + this.service.createSignedToken(stored, '7d');
	}

	private add({ executionId }: Place, content: Buffer): string {
		const id = `workflows/workflow-1/executions/${executionId || 'temp'}/binary_data/${randomUUIDOf()}`;
		this.files.set(id, content);
		return id;
	}

	async store(place: Place, content: Buffer | Readable) {
		const bytes = await binaryToBuffer(content);
		await this.faults.point('before a file is stored');
		const fileId = this.add(place, bytes);
		await this.faults.point('after a file is stored');
		return { fileId, fileSize: bytes.length };
	}

	async getAsBuffer(id: string): Promise<Buffer> {
		await this.faults.point('before a file is read');
		const content = this.files.get(id);
		if (!content) throw new Error(`ENOENT: no such file or directory, open '${id}'`);
		return content;
	}

	async getAsStream(id: string): Promise<Readable> {
		return Readable.from([await this.getAsBuffer(id)]);
	}

	/** n8n renames the files of a webhook when it saves the execution (`restore-binary-data-id` of n8n 2.41). */
	async restoreNames({ mode, data }: IRun, executionId: string): Promise<void> {
		const runs = mode === 'webhook' ? Object.values(data.resultData.runData).flat() : [];
		const items = runs.flatMap((run) => run.data?.main ?? []).flatMap((output) => output ?? []);
		for (const file of items.flatMap(({ binary = {} }) => Object.values(binary))) {
			const [, from = ''] = /:(.*\/temp\/.*)/.exec(file.id ?? '') ?? [];
			if (from === '') continue;
			const to = from.replace('/temp/', `/${executionId}/`);
			file.id = `filesystem-v2:${to}`;
			this.files.set(to, await this.getAsBuffer(from));
			this.files.delete(from);
		}
	}

	/** The name that stands in a file. */
	nameOf(id = ''): string {
		const content = this.files.get(id.replace('filesystem-v2:', '')) ?? '';
		return /\|([^|]*)\|$/.exec(content.toString('latin1'))?.[1] ?? '';
	}

	private nameAt(token: string): string {
		const { id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
		return this.nameOf(id);
	}

	/** As the service sees a request: in place of the address of a file is what it finds there. */
	opened(request: string): string {
		return request.replace(ADDRESS, (address, token: string) => {
			const name = this.nameAt(token);
			this.sent.set(token, { name, at: steadyNow() });
			return name ? mediaUrl(name) : address;
		});
	}

	/** Files that the service was given, and would not find any more. Their addresses are good for a week. */
	get lost(): string[] {
		const isNew = ({ at }: { at: number }) => at > steadyNow() - 6 * 24 * 3_600_000;
		const all = [...this.sent].filter(([, sent]) => isNew(sent));
		const gone = all.filter(([token, { name }]) => name === '' || this.nameAt(token) !== name);
		return gone.map(([token, { name }]) => `${name}, now ${this.nameAt(token)}`);
	}
}
