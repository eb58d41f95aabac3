import { z } from 'zod/v3';

const targets = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]);
const heapAnswer = z.object({ id: z.number(), result: z.object({ usedSize: z.number().optional() }) });

/** What n8n's process holds in its heap after a collection of garbage, in megabytes: asked of Node's inspector. */
export async function liveHeap(inspector: number): Promise<number> {
	const [target] = targets.parse(await (await fetch(`http://127.0.0.1:${inspector}/json`)).json());
	const socket = new WebSocket(target.webSocketDebuggerUrl);
	await new Promise((done, failed) => {
		socket.addEventListener('open', done);
		socket.addEventListener('error', failed);
	});
	const ask = async (id: number, method: string): Promise<number> => {
		const answered = new Promise<number>((done) => {
			socket.addEventListener('message', ({ data }) => {
				const answer = heapAnswer.safeParse(JSON.parse(String(data)));
				if (answer.success && answer.data.id === id) done(answer.data.result.usedSize ?? 0);
			});
		});
		socket.send(JSON.stringify({ id, method }));
		return await answered;
	};
	await ask(1, 'HeapProfiler.collectGarbage');
	const used = await ask(2, 'Runtime.getHeapUsage');
	socket.close();
	return used / 1e6;
}
