import { createServer, request as send } from 'node:http';
import { close, listen } from '../support/listen';

/** One address for several webhook processes, like a proxy in front of n8n in queue mode. */
export interface Balancer {
	readonly baseUrl: string;
	/** The targets, which get the calls of webhooks in turn. */
	targets: readonly string[];
	/** The target of everything else, such as the signed addresses of files. */
	main?: string;
	/** The number of requests per target to paths that begin with `path`. */
	given(path: string): Record<string, number>;
	close(): Promise<void>;
}

/** Starts it without targets. It answers 502 without targets, or if a target does not answer. */
export async function startBalancer(): Promise<Balancer> {
	const passed: Array<{ path: string; target: string }> = [];
	let turn = 0;
	const server = createServer((request, response) => {
		const path = request.url ?? '/';
		const isCall = /^\/(?:webhook|form)/.test(path);
		const target = isCall ? balancer.targets[turn++ % balancer.targets.length] : balancer.main;
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
