import { startPlayground, type Playground } from '../n8n/play';
import { PLAY_ACCOUNT } from '../n8n/client';
import { startBrowser } from './browser';
import { Editor } from './editor';

const PATIENCE_MS = 60_000;

const START = {
	id: '00000000-0000-4000-8000-000000000001',
	name: 'When clicking Execute workflow',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A real n8n with this package, and its editor in a browser, signed in. */
export interface Stage {
	readonly play: Playground;
	readonly editor: Editor;
	close(): Promise<void>;
}

/** A state of the editor that is checked, and usually photographed. */
export interface Scene {
	/** The file name of its screenshot, without `.png`. */
	readonly name: string;
	readonly title: string;
	/** Whether the scene is checked but not photographed. No other scene depends on it. */
	readonly isCheckOnly?: boolean;
	/** Shows the scene, and checks the screen on the way. */
	play(stage: Stage, expect: Expect): Promise<void>;
}

/** Records whether a sentence is true. `seen` is the actual content. */
export type Expect = (sentence: string, holds: boolean, seen?: unknown) => void;

export async function openStage(): Promise<Stage> {
	const browser = await startBrowser();
	try {
		const play = await startPlayground({ version: process.env.N8N_VERSION, emulator: { jobMs: 3000 } });
		const page = browser.context.pages()[0] ?? (await browser.context.newPage());
		page.setDefaultTimeout(PATIENCE_MS);
		page.on('dialog', (dialog) => void dialog.accept());
		const editor = new Editor(page, play.server().baseUrl, async () => {
			const workflow = { name: 'My workflow', nodes: [START], connections: {} };
			return (await play.client.createWorkflow(workflow)).id;
		});
		await editor.signIn(PLAY_ACCOUNT);
		const close = async () => {
			await browser.close();
			await play.close();
		};
		return { play, editor, close };
	} catch (cause) {
		await browser.close();
		throw cause;
	}
}
