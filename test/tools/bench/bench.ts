import { cpus, totalmem } from 'node:os';
import { benchDownload } from './download';
import { benchItems } from './items';
import { start } from '../main';
import { benchSwaps } from './swaps';

/* Measures times and costs, as ratios to a comparison that runs next to it. Nothing here is a test. */

async function main(): Promise<void> {
	const memory = Math.round(totalmem() / 2 ** 30);
	console.log(
		`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${memory} GiB\n`,
	);
	await benchItems();
	await benchSwaps();
	await benchDownload();
}

start(main);
