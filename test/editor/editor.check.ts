/**
 * `npm run test:all -- editor` checks n8n's screens in a browser. Add names of scenes to check only these. The last line
 * has the totals.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scenes } from './scenes';
import { withStage, type Expect } from './stage';

let passed = 0;
let failed = 0;

const expect: Expect = (sentence, holds, seen) => {
	if (holds) passed++;
	else failed++;
	console.log(`  ${holds ? 'ok    ' : 'FAILED'} ${sentence}`);
	if (!holds && seen !== undefined) console.log(`         seen: ${JSON.stringify(seen).slice(0, 600)}`);
};

const named = process.argv.slice(2);

async function main(): Promise<void> {
	await withStage(async (stage) => {
		for (const scene of scenes.filter(({ name }) => named.length === 0 || named.includes(name))) {
			console.log(scene.title);
			await stage.editor.useLightTheme();
			try {
				await scene.play(stage, expect);
			} catch (cause) {
				const path = join(tmpdir(), `editor-${scene.name}.png`);
				await stage.editor.photograph(path);
				console.log(`         the screen: ${path}`);
				expect(`${scene.title}: it came to an end`, false, cause instanceof Error ? cause.message : cause);
			}
		}
	});
}

main()
	.catch((cause: unknown) => expect('The editor could be opened', false, String(cause)))
	.finally(() => {
		console.log(`${passed} passed, ${failed} failed`);
		process.exit(failed > 0 ? 1 : 0);
	});
