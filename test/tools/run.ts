import { start } from './main';
import { run } from './runner';

interface Tool {
	about: string;
	/** Words for Node. */
	args: string[];
	env?: Record<string, string>;
}
const [name = '', ...words] = process.argv.slice(2);
const program = (file: string) => ['--import', 'tsx', `test/tools/${file}.ts`, ...words];

/** `npm run tool -- <name>` runs a tool, and without a name lists the tools. Words after the name go to the tool. */
const tools: Record<string, Tool> = {
	bench: {
		about: 'the cost of an item in a run of thousands, and how long the run blocks the event loop',
		args: program('bench/bench'),
	},
	pack: { about: 'the package as it is published, in the folder packed', args: program('release/pack') },
	release: {
		about: 'all steps of a release but npm publish; with a tag, fails if that tag is not ready',
		args: program('release/release'),
	},
	world: {
		about:
			'whole nights of n8n, each replayed by its number: `world 7`, `world 100-400`, `world --minutes 10`, `--trace`',
		args: ['test/world/start.js', ...words],
	},
	messages: {
		about:
			'some 200 failures, each with what happened, where, whether it was paid, and the next step; a word: only these',
		args: ['node_modules/jest/bin/jest.js', 'test/engine/nextSteps', 'test/engine/situations'],
		env: { MESSAGES: 'yes', MESSAGES_OF: words[0] ?? '' },
	},
	screenshots: {
		about: "the images of the README, made in n8n's editor; names of scenes: only those",
		args: program('screenshots'),
	},
};

start(async () => {
	const tool = tools[name];
	if (tool) {
		process.exitCode = (await run(process.execPath, tool.args, { env: tool.env })) ? 0 : 1;
		return;
	}
	console.log('npm run tool -- <name>');
	for (const [each, { about }] of Object.entries(tools)) console.log(`  ${each.padEnd(11)} ${about}`);
	process.exitCode = name === '' ? 0 : 1;
});
