import type { Scene } from '../stage';

/** A search, and the node that it has to find. */
const SEARCHES: ReadonlyArray<[string, string]> = [
	['deepfake', 'Face Swap'],
	['map', 'Face Mapper'],
	['text to speech', 'Avatar Video'],
	['chat', 'Live Avatar'],
	['lipsync', 'Video Translation'],
	['upscale', 'Image Generation'],
	// n8n leaves the last word of a trigger's name out here.
	['callback', 'Media Generation Trigger'],
];

export const searched: Scene = {
	name: 'search',
	title: 'Each node is found in the panel by what people type',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		for (const [query, name] of SEARCHES) {
			await editor.searchNodes(query);
			const found = await editor.foundNodes();
			expect(`"${query}" finds ${name}`, found.includes(name), found);
		}
	},
};

const ACTIONS: ReadonlyArray<[string, string]> = [
	['Live Avatar', 'Send a message to a live avatar'],
	['Video Translation', 'Translate a video'],
	['Image Generation', 'Generate an image'],
	['Avatar Video', 'Generate a talking avatar'],
	['Media Generation Trigger', 'Add to workflow'],
	['Face Mapper', 'Add to workflow'],
	['Face Swap', 'Swap faces in an image'],
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
