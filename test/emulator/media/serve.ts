import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { resultLifeMs } from '../jobs/store';
import type { World } from '../world';
import { fixture, toneWav } from './fixtures';
import { samplePicture } from './samples';

/** A file to be sent: its bytes, or so many of them made up on the way. */
interface Sample {
	contentType: string;
	bytes: Buffer | number;
}

const chunkBytes = 64 * 1024;
/** What made-up files are full of: one piece, used again and again. */
const filler = Buffer.alloc(chunkBytes, 97);
const pictures = new Map<string, Buffer>();

/** Sample media by name; undefined when there is no such file. */
function sample(name: string, query: Record<string, string>): Sample | undefined {
	const seed = Number(query.seed ?? 0) || 0;
	const key = `${name}?${seed}`;
	const picture = pictures.get(key) ?? samplePicture(name, seed)?.encode();
	if (picture) {
		if (pictures.size < 200) pictures.set(key, picture);
		return { contentType: 'image/png', bytes: picture };
	}
	const large = /^large-(\d{1,4})mb\.(\w+)$/.exec(name);
	if (large) {
		const contentType = large[2] === 'mp4' ? 'video/mp4' : 'application/octet-stream';
		return { contentType, bytes: Number(large[1]) * 1024 * 1024 };
	}
	if (name.endsWith('.mp4')) return { contentType: 'video/mp4', bytes: fixture('short.mp4') };
	if (name.endsWith('.mp3')) return { contentType: 'audio/mpeg', bytes: fixture('tone.mp3') };
	if (name.endsWith('.wav')) return { contentType: 'audio/wav', bytes: toneWav() };
	if (name === 'photo.jpg') return { contentType: 'image/jpeg', bytes: fixture('photo.jpg') };
	if (name.endsWith('.txt'))
		return { contentType: 'text/plain; charset=utf-8', bytes: Buffer.from('Just a text.\n') };
	if (!name.endsWith('.html')) return undefined;
	const page = '<!doctype html><title>A page</title><h1>This is a page, not a picture</h1>\n';
	return { contentType: 'text/html; charset=utf-8', bytes: Buffer.from(page) };
}

/**
 * Serves a sample file. What is odd about an answer is asked for in the query: `status`, `redirect` (how many),
 * `type` (`none` for no Content-Type), `name` (Content-Disposition), `disposition` (the whole header), `delayMs` (before the
 * answer), `chunkMs` (between the pieces), `chunked` (no Content-Length), `cutAfter` (bytes until the connection is cut),
 * `issued` (milliseconds since the epoch: HTTP 403 from seven days later on).
 */
export async function serveSample(
	world: World,
	request: IncomingMessage,
	response: ServerResponse,
	name: string,
	query: Record<string, string>,
): Promise<void> {
	if (query.delayMs) await wait(Number(query.delayMs), undefined, { ref: false });
	if (query.status) return void response.writeHead(Number(query.status)).end();
	const redirects = Number(query.redirect ?? 0);
	if (redirects > 0) {
		const rest = new URLSearchParams({ ...query, redirect: String(redirects - 1) });
		return void response.writeHead(302, { location: `${world.mediaUrl}/${name}?${rest.toString()}` }).end();
	}
	if (query.issued && world.now() > Number(query.issued) + resultLifeMs) {
		return void response.writeHead(403, { 'content-type': 'text/plain' }).end('The link has expired');
	}
	const file = sample(name, query);
	if (!file) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('No such file');
	await sendFile(request, response, file.bytes, file.contentType, query);
}

/** Sends bytes, or made-up ones, in pieces: no more is in memory than the connection takes. */
export async function sendFile(
	request: IncomingMessage,
	response: ServerResponse,
	bytes: Buffer | number,
	contentType: string,
	query: Record<string, string>,
): Promise<void> {
	const size = typeof bytes === 'number' ? bytes : bytes.length;
	const type = query.type ?? contentType;
	const disposition = query.disposition ?? (query.name ? `attachment; filename="${query.name}"` : undefined);
	response.writeHead(200, {
		...(type === 'none' ? {} : { 'content-type': type }),
		...(query.chunked ? {} : { 'content-length': size }),
		...(disposition === undefined ? {} : { 'content-disposition': disposition }),
	});
	if (request.method === 'HEAD') return void response.end();
	const end = Math.min(size, Number(query.cutAfter ?? size));
	const step = query.chunkMs ? Math.min(chunkBytes, Math.max(1, Math.ceil(size / 20))) : chunkBytes;
	for (let at = 0; at < end; at += step) {
		const stop = Math.min(at + step, end);
		const piece = typeof bytes === 'number' ? filler.subarray(0, stop - at) : bytes.subarray(at, stop);
		if (response.destroyed) return;
		if (!response.write(piece)) await drained(response);
		if (query.chunkMs) await wait(Number(query.chunkMs), undefined, { ref: false });
	}
	if (end < size) response.write('', () => response.destroy());
	else response.end();
}

/** When the connection takes more, or is gone. */
function drained(response: ServerResponse): Promise<void> {
	return new Promise((resolve) => {
		const done = () => {
			response.off('drain', done);
			response.off('close', done);
			resolve();
		};
		response.on('drain', done);
		response.on('close', done);
	});
}
