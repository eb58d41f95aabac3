import { single, startEngine } from '../../support/engine';

/* Saves one result and tells how much memory that took at its peak, and how much of the processor. */

async function main(): Promise<void> {
	const [baseUrl = '', mode] = process.argv.slice(2);
	const engine = await startEngine({
		emulator: { baseUrl, detectUrl: baseUrl, clientId: 'id', clientSecret: 'secret' },
		binaryMode: mode === 'filesystem' ? 'filesystem' : 'default',
	});
	const read = async (downloadResult: boolean) => {
		const parameters = { resource: 'job', operation: 'get', recordId: 'r1', downloadResult };
		const result = await engine.run(single('faceSwap', parameters));
		if (result.error) throw new Error(result.error.message);
	};
	await read(false);
	globalThis.gc?.();
	const idle = process.memoryUsage.rss();
	let peak = idle;
	const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
	const begun = process.cpuUsage();
	await read(true);
	const { user, system } = process.cpuUsage(begun);
	const seconds = (user + system) / 1_000_000;
	clearInterval(sampler);
	await engine.close();
	const megabytes = (bytes: number) => bytes / 1_000_000;
	process.send?.({ peak: megabytes(peak - idle), idle: megabytes(idle), seconds }, () => process.exit(0));
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
