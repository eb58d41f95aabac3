import { startPlayground } from './play';
import { itemsOf } from './client';

async function main() {
	const version = process.argv[2];
	const play = await startPlayground({ version, emulator: { jobMs: [14_000, 18_000], callbacks: { retryMs: [500, 1000, 2000, 4000] } as never }, say: () => {} });
	try {
		const cred = { mediaGenerationApi: play.credential };
		const FACE = { path: 'https://example.com/f.png', opts: '10,10:20,10:15,15:15,20' };
		const make = (onError: string, n = 3) => ({
			name: 'trial',
			nodes: [
				{ id: 't1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} },
				{ id: 's1', name: 'Rows', type: 'n8n-nodes-base.code', typeVersion: 2, position: [100, 0] as [number, number], parameters: { jsCode: `return Array.from({length:${n}},(_, i) => ({json: {row: i}}))` } },
				{ id: 'f1', name: 'Swap "it"', type: 'n8n-nodes-media-generation.faceSwap', typeVersion: 1, position: [200, 0] as [number, number], onError,
					parameters: { faceSelection: 'provided', modifyImage: { __rl: true, mode: 'url', value: 'https://example.com/a.png' }, targetImage: JSON.stringify([FACE]), sourceImage: JSON.stringify([FACE]), waitUsing: 'callback', options: { reference: '={{ $json.row }}', includeOtherFields: true } }, credentials: cred },
				{ id: 'n1', name: 'After', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [300, 0] as [number, number], parameters: {} },
				{ id: 'n2', name: 'Bad', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [300, 100] as [number, number], parameters: {} },
			],
			connections: { Start: { main: [[{ node: 'Rows', type: 'main', index: 0 }]] }, Rows: { main: [[{ node: 'Swap "it"', type: 'main', index: 0 }]] }, 'Swap "it"': { main: [[{ node: 'After', type: 'main', index: 0 }], [{ node: 'Bad', type: 'main', index: 0 }]] } },
			settings: {},
		});
		for (const [label, onError, fail] of [['ok', 'stopWorkflow', false], ['stop', 'stopWorkflow', true], ['errorOutput', 'continueErrorOutput', true], ['kill', 'continueErrorOutput', true]] as const) {
			const wf = await play.client.createWorkflow(make(onError) as never);
			const before = play.emulator.requests.length;
			if (fail) play.emulator.jobs.next({ status: 4, reason: 'the picture is too small' });
			const id = (await play.client.run(wf, 'Start'))!;
			const waiting = await play.client.waitForExecution(id, ['waiting', 'success', 'error'], 40_000);
			console.log(label, 'first:', waiting.status);
			if (label === 'kill') { await play.restart('kill9'); console.log('restarted'); }
			const done = await play.client.waitForExecution(id, undefined, 90_000);
			console.log(label, done.status, JSON.stringify((done.data.resultData as any).error ?? '').slice(0, 700));
			console.log('  swap', JSON.stringify(itemsOf(done, 'Swap "it"').map((i) => i.json)).slice(0, 900));
			console.log('  after', itemsOf(done, 'After').length, 'bad', JSON.stringify(itemsOf(done, 'Swap "it"', 1).map((i) => i.json)).slice(0, 500));
			const reqs = play.emulator.requests.slice(before);
			console.log('  creates', reqs.filter((r) => r.path.includes('specifyimage')).length, 'reads', reqs.filter((r) => r.path.includes('listbyids')).length, 'callbacks', JSON.stringify(play.emulator.callbacks.delivered.slice(-12).map((d: any) => [d.httpStatus ?? d.status, d.content?.status])));
		}
	} finally {
		console.log(play.server().logs().split('\n').filter((l) => /warn|error/i.test(l)).slice(-10).join('\n'));
		await play.close();
	}
}
main().catch((e) => { console.error(e); process.exit(1); });
