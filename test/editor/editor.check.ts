import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scenes } from './scenes';
import { openStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
	stage = await openStage();
});
afterAll(async () => await stage?.close());

test.each(scenes)('$title', async (scene) => {
	const wrong: unknown[] = [];
	await stage.editor.useLightTheme();
	try {
		await scene.play(stage, (sentence, holds, seen) => {
			if (!holds) wrong.push([sentence, JSON.stringify(seen)?.slice(0, 600)]);
		});
		expect(wrong).toEqual([]);
	} catch (cause) {
		const path = join(tmpdir(), `editor-${scene.name}.png`);
		await stage.editor.photograph(path);
		console.log(`The screen: ${path}`);
		throw cause;
	}
});
