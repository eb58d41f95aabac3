import type { Scene } from '../stage';

const NODES: ReadonlyArray<[string, string]> = [
	['Face Swap', 'Swap faces in an image'],
	['Image Generation', 'Generate an image'],
	['Video Translation', 'Translate a video'],
	['Avatar Video', 'Generate a video from an avatar'],
	['Live Avatar', 'Create a live avatar session'],
	['Face Mapper', 'Add to workflow'],
];

export const family: Scene = {
	name: 'nodes-light',
	title: 'The nodes in light colours',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		for (const [name, action] of NODES) {
			await editor.addNode(name, action);
			await editor.closeNode();
		}
		await editor.addNode('Media Generation Trigger');
		await editor.closeNode();
		await editor.part('tidy-up-button').click();
		await editor.fit();
		const icons = await editor.icons();
		expect('Every icon is loaded', icons.length >= 7 && icons.every(({ width }) => width > 0), icons);
		const canvas = await editor.part('canvas').innerText();
		const hasIds = /swapImage|byOrder|textToSpeech/.test(canvas);
		expect('Nothing on the canvas reads like a program', !hasIds, canvas);
	},
};

export const familyInTheDark: Scene = {
	name: 'nodes-dark',
	title: 'The nodes in dark colours',
	isCheckOnly: true,
	isDark: true,
	async play({ editor, play }, expect) {
		await editor.reload(async (id) => (await play.client.workflow(id)).nodes.length);
		const icons = await editor.icons();
		const dark = icons.filter(({ source, width }) => source.includes('.dark.svg') && width > 0);
		expect('The dark icons are used, and loaded', dark.length >= 7, icons);
	},
};
