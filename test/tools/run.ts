import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** `npm run tool -- <name>` runs a tool, and without a name lists the tools. Words after the name go to the tool. */
const tools: Record<string, { about: string; start: () => Promise<unknown> }> = {
	bench: {
		about: 'the cost of an item in a run of thousands, and how long the run blocks the event loop',
		start: async () => await import('./bench/bench.js'),
	},
	pack: {
		about: 'the package as it is published, in the folder packed',
		start: async () => await import('./release/pack.js'),
	},
	release: {
		about: 'all steps of a release but npm publish; with a tag, fails if that tag is not ready',
		start: async () => await import('./release/release.js'),
	},
	world: {
		about:
			'whole nights of n8n, each replayed by its number: `world 7`, `world 100-400`, `world --minutes 10`, `--trace`',
		start: async () =>
			spawn(process.execPath, [join(__dirname, '../world/start.js'), ...rest], { stdio: 'inherit' }).on(
				'close',
				(code) => (process.exitCode = code ?? 1),
			),
	},
	messages: {
		about:
			'some 200 failures, each with what happened, where, whether it was paid, and the next step; a word: only these',
		start: async () => await import('./messages.js'),
	},
	screenshots: {
		about: "the images of the README, made in n8n's editor; names of scenes: only those",
		start: async () => await import('./screenshots.js'),
	},
};

const [name = '', ...rest] = process.argv.slice(2);
const tool = tools[name];
if (tool) {
	process.argv.splice(2, Infinity, ...rest);
	void tool.start();
} else {
	console.log('npm run tool -- <name>');
	for (const [each, { about }] of Object.entries(tools)) console.log(`  ${each.padEnd(11)} ${about}`);
	process.exitCode = name === '' ? 0 : 1;
}
