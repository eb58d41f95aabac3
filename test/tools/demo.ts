import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startEmulator, type Emulator } from '../emulator';
import { startEngine, type RunResult } from '../support/engine';
import { root } from '../support/build';
import { start } from './main';

/*
 * The first swap of the README, with n8n's own loader, the example as you import it, n8n's engine, the emulator, and an image
 * to open at the end.
 */

const EXAMPLE = 'examples/swap-one-face.json';
const NODE = 'Swap the Face';
const STATUS_PATH = '/faceswap/result/listbyids';

const startedAt = Date.now();
const say = (line: string) =>
	console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${line}`);

async function main(): Promise<void> {
	const emulator: Emulator = await startEmulator({ jobMs: 3_000, log: (line) => sayChecks(emulator, line) });
	say(`The service is emulated at ${emulator.baseUrl}: no account is needed`);
	const engine = await startEngine({ emulator });
	const nodes = [...engine.loaded.nodes.keys()].length;
	say(`n8n's own loader found ${nodes} nodes of this package`);
	try {
		say(`Running ${EXAMPLE} on n8n's engine`);
		const result = await engine.runExample(EXAMPLE, {
			parameters: { [NODE]: { modifyImage: `${emulator.mediaUrl}/people-3.png` } },
			watch: (hooks) => {
				hooks.addHandler('nodeExecuteBefore', (name) => say(`  ${name} ...`));
				hooks.addHandler('nodeExecuteAfter', (name, { data }) => {
					const items = data?.main?.[0]?.map(({ json }) => json) ?? [];
					say(`  ${name}: ${describe(items[0] ?? {})}`);
				});
			},
		});
		if (result.error) throw new Error(`${result.error.message}. ${result.error.description ?? ''}`);
		say(`The image is in ${save(result)}`);
		console.log('\nOpen it: everyone in the image has the new face.');
	} finally {
		await engine.close();
		await emulator.close();
	}
}

/** Prints the answer to each poll immediately, because the job may change a moment later. */
function sayChecks(emulator: Emulator, line: string): void {
	if (!line.includes(STATUS_PATH)) return;
	const status = emulator.jobs.created()[0]?.status ?? 0;
	const checks = emulator.requestsTo(STATUS_PATH).length;
	say(`    status check ${checks}: ${['', 'queued', 'processing', 'completed', 'failed'][status]}`);
}

function describe(json: Record<string, unknown>): string {
	if (typeof json.status === 'string') return `${json.status}, result until ${String(json.expiresAt)}`;
	return Object.keys(json).join(', ') || 'started';
}

function save(result: RunResult): string {
	const file = result.output(NODE)[0]?.binary?.data;
	if (!file) throw new Error('The workflow ended without an image');
	const folder = join(root, 'demo-output');
	mkdirSync(folder, { recursive: true });
	const path = join(folder, `face-swap.${file.fileExtension ?? 'png'}`);
	writeFileSync(path, Buffer.from(file.data, 'base64'));
	return relative(process.cwd(), path);
}

start(main, '\nThe demo failed: ');
