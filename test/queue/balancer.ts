import { createServer, request as send } from 'node:http';
import { close, listen } from '../support/listen';

/** One address before several webhook processes, as a proxy is in front of n8n in queue mode. */
export interface Balancer {
	readonly baseUrl: string;
	/** Where requests go, in turn. */
	targets: readonly string[];
	/** How many requests each target was given whose path begins with `path`. */
	given(path: string): Record<string, number>;
	close(): Promise<void>;
}

/** Starts it without targets: it answers 502 until it has some, and when one is not there. */
export async function startBalancer(): Promise<Balancer> {
	const passed: Array<{ path: string; target: string }> = [];
	let turn = 0;
	const server = createServer((request, response) => {
		const target = balancer.targets[turn++ % balancer.targets.length];
		const path = request.url ?? '/';
		if (target === undefined) return void response.writeHead(502).end();
		passed.push({ path, target });
		const { method, headers } = request;
		const onward = send(target + path, { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => {
			if (!response.headersSent) response.writeHead(502);
			response.end();
		});
		request.pipe(onward);
	});
	const balancer: Balancer = {
		baseUrl: await listen(server),
		targets: [],
		given(beginning) {
			const counts: Record<string, number> = {};
			for (const { path, target } of passed) {
				if (path.startsWith(beginning)) counts[target] = (counts[target] ?? 0) + 1;
			}
			return counts;
		},
		close: async () => await close(server),
	};
	return balancer;
}
