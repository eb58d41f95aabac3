/**
 * `npm run tool -- screenshots` makes the pictures of the pages in n8n's editor. Add names of scenes to make only these, with
 * the scenes that have to come before them.
 */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../n8n/install';
import { scenes } from '../editor/scenes';
import { openStage } from '../editor/stage';
import { start } from './main';

const FOLDER = join(PROJECT_FOLDER, 'docs', 'images');
const MOST_BYTES = 200_000;

const wanted = process.argv.slice(2);

async function main(): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	const pictures = scenes.filter(({ isCheckOnly }) => !isCheckOnly);
	const last = pictures.findLastIndex(({ name }) => wanted.length === 0 || wanted.includes(name));
	const stage = await openStage();
	for (const scene of pictures.slice(0, last + 1)) {
		await stage.editor.useLightTheme();
		await scene.play(stage, () => {});
		if (wanted.length > 0 && !wanted.includes(scene.name)) continue;
		const path = join(FOLDER, `${scene.name}.png`);
		await stage.editor.photograph(path);
		const { size } = await stat(path);
		if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MOST_BYTES}.`);
		console.log(`docs/images/${scene.name}.png  ${Math.round(size / 1000)} kB  ${scene.title}`);
	}
	await stage.close();
}

start(main);
