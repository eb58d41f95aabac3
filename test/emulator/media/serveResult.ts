import type { IncomingMessage, ServerResponse } from 'node:http';

import { resultLifeMs } from '../jobs/store';
import type { World } from '../world';
import { renderResult } from './renderResult';
import { sendFile, type MediaFile } from './serve';

/** The results made last, by name; the rest is made again when it is asked for. */
const cacheSize = 50;

/** Serves results: there from status 3 on, for seven days, without a token (service.md: Limits). */
export class ResultServer {
	private readonly made = new Map<string, Promise<MediaFile>>();

	constructor(private readonly world: World) {}

	async serve(
		request: IncomingMessage,
		response: ServerResponse,
		name: string,
		query: Record<string, string>,
	): Promise<void> {
		const [, id = '', part = '0'] = /^([0-9a-f]+)(?:-(\d))?\.\w+$/.exec(name) ?? [];
		const { jobs } = this.world;
		const job = jobs.find(id);
		const isThere = job !== undefined && jobs.status(job) === 3 && job.deletedAt === undefined;
		if (!isThere) return refuse(response, 404, 'No such file');
		if (this.world.now() > job.endsAt + resultLifeMs) return refuse(response, 403, 'The link has expired');
		let file = this.made.get(name);
		if (!file) {
			file = renderResult(job, Number(part));
			this.made.set(name, file);
			const [oldest] = this.made.keys();
			if (this.made.size > cacheSize && oldest !== undefined) this.made.delete(oldest);
		}
		sendFile(request, response, await file, query);
	}
}

function refuse(response: ServerResponse, status: number, text: string): void {
	response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}
