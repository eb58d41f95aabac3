import type { Scene } from '../stage';

const ACTIONS: ReadonlyArray<[string, string]> = [
	['Live Avatar', 'Send message to live avatar'],
	['Video Translation', 'Translate video'],
	['Image Generation', 'Generate image'],
	['Avatar Video', 'Create talking avatar'],
	['Media Generation Trigger', 'Add to workflow'],
	['Face Mapper', 'Add to workflow'],
	['Face Swap', 'Swap faces in image'],
];

export const actions: Scene = {
	name: 'actions',
	title: 'The panel lists what a node can do',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		for (const [name, action] of ACTIONS) {
			await editor.showNode(name);
			expect(`${name} offers "${action}"`, await editor.panelItem(action).isVisible());
			if (name !== ACTIONS.at(-1)?.[0]) await editor.backInPanel();
		}
	},
};
