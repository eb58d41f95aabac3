import type { IncomingMessage, ServerResponse } from 'node:http';

import type { World } from '../world';
import { fixture, toneWav } from './fixtures';
import { samplePicture } from './samples';

/** The bytes of a file and their type. */
export interface MediaFile {
	bytes: Buffer;
	contentType: string;
}

const pictures = new Map<string, Buffer>();

/** Sample media by name; undefined when there is no such file. */
function sample(name: string, query: Record<string, string>): MediaFile | undefined {
	const seed = Number(query.seed ?? 0) || 0;
	const key = `${name}?${seed}`;
	const picture = pictures.get(key) ?? samplePicture(name, seed)?.encode();
	if (picture) {
		if (pictures.size < 200) pictures.set(key, picture);
		return { contentType: 'image/png', bytes: picture };
	}
	if (name.endsWith('.mp4')) return { contentType: 'video/mp4', bytes: fixture('short.mp4') };
	if (name.endsWith('.mp3')) return { contentType: 'audio/mpeg', bytes: fixture('tone.mp3') };
	if (name.endsWith('.wav')) return { contentType: 'audio/wav', bytes: toneWav() };
	if (name === 'photo.jpg') return { contentType: 'image/jpeg', bytes: fixture('photo.jpg') };
	if (name.endsWith('.txt'))
		return { contentType: 'text/plain; charset=utf-8', bytes: Buffer.from('Just a text.\n') };
	if (!name.endsWith('.html')) return undefined;
	const page = '<!doctype html><title>A page</title><h1>This is a page, not an image</h1>\n';
	return { contentType: 'text/html; charset=utf-8', bytes: Buffer.from(page) };
}

/** Serves a sample file. `redirect` in the query says how many redirects come first. */
export function serveSample(
	world: World,
	request: IncomingMessage,
	response: ServerResponse,
	name: string,
	query: Record<string, string>,
): void {
	const redirects = Number(query.redirect ?? 0);
	if (redirects > 0) {
		const rest = new URLSearchParams({ ...query, redirect: String(redirects - 1) });
		return void response.writeHead(302, { location: `${world.mediaUrl}/${name}?${rest.toString()}` }).end();
	}
	const file = sample(name, query);
	if (!file) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('No such file');
	sendFile(request, response, file, query);
}

/** Sends a file. The query names another `type` (`none` for no Content-Type), and the `name` in Content-Disposition. */
export function sendFile(
	request: IncomingMessage,
	response: ServerResponse,
	{ bytes, contentType }: MediaFile,
	{ type = contentType, name }: Record<string, string>,
): void {
	response.writeHead(200, {
		...(type === 'none' ? {} : { 'content-type': type }),
		'content-length': bytes.length,
		...(name === undefined ? {} : { 'content-disposition': `attachment; filename="${name}"` }),
	});
	response.end(request.method === 'HEAD' ? undefined : bytes);
}
