import { setTimeout as pause } from 'node:timers/promises';
import { seal } from '../../emulator';
import { swapWorkflow } from '../../e2e/workflows';
import { startPlayground, type Playground } from '../../n8n/play';
import { freePort } from '../../n8n/ports';
import { request } from '../../n8n/request';
import { liveHeap } from './heap';
import { printTable } from './table';

const ROWS = Number(process.argv[2] ?? 1_000);
const KILOBYTES = 50;
/** So many calls at a time. */
const SENDERS = 5;
/** Calls about unknown IDs leave nothing, however many there are. */
const UNKNOWN = Math.min(100, ROWS);

/*
 * One execution of a real n8n waits for a job for each of its rows of 50 KB, and each job is told once, by a signed call.
 * n8n reads the whole execution for each call: how much of that stays?
 */
async function main(): Promise<void> {
	const inspector = await freePort();
	const play = await startPlayground({
		emulator: { jobMs: 36_000_000, callbacks: { lost: true } },
		env: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector} --max-old-space-size=3000` },
		say: () => {},
	});
	try {
		console.log(
			`${ROWS} rows of ${KILOBYTES} KB and a call for each (n8n on ${process.platform}, Node ${process.version})`,
		);
		const urls = await park(play);
		const send = async (ids: string[]) => {
			const taken: number[] = [];
			const left = [...ids.entries()];
			const sender = async () => {
				for (let next = left.shift(); next; next = left.shift()) {
					const [index, id] = next;
					const { clientId, clientSecret } = play.emulator;
					const content = { _id: id, status: 3, type: 'faceswap', url: '' };
					const body = JSON.stringify(seal(content, { clientId, clientSecret }, Date.now(), '1529'));
					const headers = { 'content-type': 'application/json' };
					const answer = await request(urls.get(id) ?? first, { method: 'POST', headers, body });
					await answer.arrayBuffer();
					taken[index] = answer.status;
				}
			};
			await Promise.all(Array.from({ length: SENDERS }, sender));
			return taken.filter((status) => status === 200).length;
		};
		const [first = ''] = urls.values();
		const rows: string[][] = [];
		const tell = async (name: string, calls = '') =>
			void rows.push([name, calls, (await liveHeap(inspector)).toFixed(0)]);
		await tell('parked');
		const unknown = Array.from({ length: UNKNOWN }, (_, index) => index.toString(16).padStart(24, 'a'));
		await tell('calls about unknown IDs', String(await send(unknown)));
		// All but one: the last would wake the run up.
		await tell('a call for each job but one', String(await send([...urls.keys()].slice(1))));
		await pause(61_000);
		await tell('a minute later');
		printTable(['', 'calls answered 200', 'live heap of n8n (MB)'], rows);
	} finally {
		await play.close();
	}
}

/** Parks a run; gives the addresses that its jobs are told at, by their ids. */
async function park({ client, credential, emulator }: Playground): Promise<Map<string, string>> {
	const parameters = {
		waitOptions: { waitUsing: 'callback', storeAfter: 0 },
		options: { maxConcurrent: 50 },
	};
	const workflow = swapWorkflow(credential, { rows: ROWS, parameters });
	for (const { name, parameters: given } of workflow.nodes) {
		if (name !== 'Rows') continue;
		const text = `'x'.repeat(${KILOBYTES * 1_000})`;
		given.jsCode = `return Array.from({ length: ${ROWS} }, (_, row) => ({ json: { row, text: ${text} + row } }));`;
	}
	const id = await client.run(await client.createWorkflow(workflow), 'Start');
	for (;;) {
		await pause(1_000);
		const [execution] = await client.executions({}).catch(() => []);
		if (execution?.id === id && execution?.status === 'waiting') break;
		if (execution?.status === 'error') throw new Error('The run did not park');
	}
	return new Map(emulator.jobs.created().map((job) => [job.id, job.webhookUrl ?? '']));
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
