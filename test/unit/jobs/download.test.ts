import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createLimit } from '../../../nodes/shared/async/limit';
import { download, type FileContext } from '../../../nodes/shared/jobs/download';
import { Failure } from '../../../nodes/shared/service/failure';
import { Clock } from '../../support/clock';
import { testBlocks } from '../../support/table';

let clock: Clock;
let limits: number[];
let isSlow = false;
beforeEach(() => {
	clock = new Clock(BEGIN);
	limits = [];
});
jest.mock('../../../nodes/shared/async/environment', () => ({
	within: async (ms: number, _: unknown, work: (signal: AbortSignal) => Promise<unknown>) => {
		limits.push(ms / 1_000);
		const timeIsUp = Object.assign(new Error('The time is up'), { code: 'ETIMEDOUT' });
		// The clock does not run while a stream does.
		const late = (isSlow ? clock.sleep(ms) : new Promise(() => {})).then(
			async () => await Promise.reject(timeIsUp),
		);
		late.catch(() => undefined);
		return await Promise.race([late, work(new AbortController().signal)]);
	},
}));

interface Given {
	url?: string;
	/** From a second on, the host answers with a status or this instead. */
	says?: Array<[from: number, answer: Partial<Answer>]>;
	called?: string;
	/** The extension of its kind. */
	kind?: string;
	mostMb?: number;
	/** n8n can't store the file. */
	disk?: string;
	expires?: number;
	until?: number;
	left?: number;
	stops?: number;
}
interface Answer {
	status: number;
	/** Each character is a byte. */
	file: string;
	/** The file is filled up with zeros. */
	bytes: number;
	type: string;
	length: number;
	takes: number;
	breaks: string;
	/** The connection ends after these bytes, and the file does not. */
	cut: boolean;
}

const BEGIN = Date.parse('2030-01-01T00:00:00Z');
const at = (second: number) => BEGIN + second * 1_000;

testBlocks(__dirname, 'downloads.txt', async (situation) => {
	const given: Given = JSON.parse(situation);
	isSlow = situation.includes('takes');
	const asked: number[] = [];
	let begun = '';
	const context: FileContext = {
		helpers: {
			httpRequest: async () => {
				asked.push(clock.elapsed / 1_000);
				const said = (given.says ?? []).filter(([from]) => clock.elapsed >= from * 1_000);
				const {
					status = 200,
					file = '\x89PNG\r\n\x1a\n',
					bytes = 0,
					type,
					takes = 0,
					...more
				} = said.at(-1)?.[1] ?? {};
				await clock.sleep(takes * 1_000);
				if (more.breaks) throw new Error(more.breaks);
				const content = Buffer.concat([Buffer.from(file, 'latin1')], Math.max(bytes, file.length));
				const headers = { 'content-type': type, 'content-length': more.length };
				const body = new PassThrough();
				body.write(content);
				if (more.cut) process.nextTick(() => body.destroy());
				else body.end();
				return { statusCode: status, headers, body };
			},
			prepareBinaryData: async (stream, name, mimeType) => {
				begun = ', and begins to save it';
				if (given.disk) throw Object.assign(new Error('The disk is away'), { code: given.disk });
				const saved = stream instanceof Uint8Array ? stream : await buffer(stream);
				return { data: '', mimeType: `${saved.length} bytes as ${name}, ${mimeType}` };
			},
		},
	};
	const { url = 'a1.png', called = '7', expires, until = 36_000, left = 3_600, stops } = given;
	if (stops !== undefined) clock.at(stops * 1_000, () => clock.stop());
	const saving = download(context, clock, url.includes(':') ? url : `https://h.example/${url}`, {
		...{ called, fallbackExtension: given.kind, job: { id: 'a', resource: 'video' } },
		...{
			maxFileSize: given.mostMb ?? 0,
			limit: createLimit(1),
			until: at(until),
			time: { leftMs: left * 1_000 },
		},
		expiresAt: expires === undefined ? undefined : new Date(at(expires)).toISOString(),
	});
	const told = await clock.run(saving.then(({ mimeType }) => [`saved ${mimeType}`]).catch(tellFailure));
	const last = limits.length === 0 ? '' : `; the last may take ${limits.slice(-2).join(', its answer ')}`;
	return [`asks at ${asked.join(', ') || 'no time'}${last}${begun}`, ...told];
});

function tellFailure(error: Error): string[] {
	if (!(error instanceof Failure)) return [error.message];
	const { description, ...details } = error.details;
	return [error.message, String(description), JSON.stringify(details)];
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const URL = 'https://h.example/a1.png';
const options = {
	...{ limit: createLimit(1), until: Infinity, time: { leftMs: 3_600_000 } },
	...{ job: { id: 'a', resource: 'job' }, maxFileSize: 0, called: 'a' },
};

const box = (type: string, content: Buffer) => {
	const size = Buffer.alloc(4);
	size.writeUInt32BE(content.length + 8);
	return Buffer.concat([size, Buffer.from(type), content]);
};
const MARK = Buffer.from('jumb c2pa manifest \0\xff\xd9 end', 'latin1');

/** With what the service marks a file with: a chunk, a segment or a box that the node does not know. */
test.each<[string, Buffer]>([
	['image/png', Buffer.concat([PNG, box('caBX', MARK)])],
	['image/jpeg', Buffer.concat([Buffer.from('\xff\xd8\xff\xe0\0\x04ab\xff\xeb', 'latin1'), MARK])],
	['image/webp', Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBPVP8XC2PA', 'latin1'), MARK])],
	['video/mp4', Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0')), box('uuid', MARK)])],
])('a marked file of the type %s is saved byte for byte', async (type, content) => {
	let saved: Uint8Array | undefined;
	const context: FileContext = {
		helpers: {
			httpRequest: async () => ({ statusCode: 200, headers: {}, body: new PassThrough().end(content) }),
			prepareBinaryData: async (stream, _name, mimeType = '') => {
				saved = stream instanceof Uint8Array ? stream : await buffer(stream);
				return { data: '', mimeType };
			},
		},
	};
	const { mimeType } = await download(context, clock, URL, options);
	expect([mimeType, saved]).toEqual([type, content]);
});

const LEAST_BYTES = 60_000;

test('a long download continues after a minute with enough bytes, and fails after a slow minute', async () => {
	const minutes: AbortController[] = [];
	const { timeout } = AbortSignal;
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		if (ms !== 60_000) return timeout.call(AbortSignal, ms);
		minutes.push(new AbortController());
		return minutes.at(-1)?.signal ?? AbortSignal.abort();
	});
	const body = new Readable({ read() {} });
	let taken: Readable | undefined;
	const context: FileContext = {
		helpers: {
			httpRequest: async () => ({ statusCode: 200, headers: {}, body }),
			prepareBinaryData: async (stream) => {
				if (stream instanceof Uint8Array) throw new Error('No stream');
				taken = stream;
				await once(stream.resume(), 'end');
				return { data: '', mimeType: '' };
			},
		},
	};
	const sleep = async () => await Promise.reject(new Error('It would be asked for again'));
	download(context, { ...clock, sleep }, URL, options).catch(() => undefined);
	const after = async (bytes: number) => {
		await new Promise(setImmediate);
		body.push(Buffer.alloc(bytes));
		await new Promise(setImmediate);
		minutes.at(-1)?.abort();
		return taken?.errored?.message;
	};
	expect(await after(LEAST_BYTES)).toBeUndefined();
	expect(await after(LEAST_BYTES - 1)).toBe('it comes too slowly');
});
