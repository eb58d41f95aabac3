import type { ServerResponse } from 'node:http';

import { sendText } from '../http/exchange';
import type { Emulator } from '../index';
import { resultLifeMs } from '../jobs/store';
import { fixture } from './fixtures';
import { renderResult } from './renderResult';
import { samplePicture } from './samples';

export interface MediaFile {
	bytes: Buffer;
	contentType: string;
}

const pictures = new Map<string, Buffer>();

/** Sample media by name, or undefined if there is no such file. */
function sample(name: string): MediaFile | undefined {
	const picture = pictures.get(name) ?? samplePicture(name)?.encode();
	if (picture) {
		if (pictures.size < 200) pictures.set(name, picture);
		return { contentType: 'image/png', bytes: picture };
	}
	if (name.endsWith('.mp4')) return { contentType: 'video/mp4', bytes: fixture('short.mp4') };
	if (name.endsWith('.mp3')) return { contentType: 'audio/mpeg', bytes: fixture('tone.mp3') };
	if (name === 'photo.jpg') return { contentType: 'image/jpeg', bytes: fixture('photo.jpg') };
	if (!name.endsWith('.html')) return undefined;
	const page = '<!doctype html><title>A page</title><h1>This is a page, not an image</h1>\n';
	return { contentType: 'text/html; charset=utf-8', bytes: Buffer.from(page) };
}

export function serveSample(response: ServerResponse, name: string): void {
	const file = sample(name);
	if (!file) return sendText(response, 404, 'text/plain', 'No such file');
	sendFile(response, file);
}

/** Serves a result from status 3 for seven days, without a token (service.md: Limits). */
export async function serveResult(
	{ jobs, now }: Emulator,
	response: ServerResponse,
	name: string,
): Promise<void> {
	const [, id = '', part = '0'] = /^([0-9a-f]+)(?:-(\d))?\.\w+$/.exec(name) ?? [];
	const job = jobs.find(id);
	const isThere = job !== undefined && jobs.status(job) === 3 && job.deletedAt === undefined;
	if (!isThere) return sendText(response, 404, 'text/plain', 'No such file');
	if (now() > job.endsAt + resultLifeMs) return sendText(response, 403, 'text/plain', 'The link has expired');
	sendFile(response, await renderResult(job, Number(part)));
}

function sendFile(response: ServerResponse, { bytes, contentType }: MediaFile): void {
	response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
	response.end(bytes);
}
