import type { Scene } from '../stage';

/** What people type, and the node that they have to find by it. */
const SEARCHES: ReadonlyArray<[string, string]> = [
	['face', 'Face Swap'],
	['swap', 'Face Swap'],
	['deepfake', 'Face Swap'],
	['map', 'Face Mapper'],
	['avatar', 'Avatar Video'],
	['avatar', 'Live Avatar'],
	['text to speech', 'Avatar Video'],
	['voice', 'Avatar Video'],
	['chat', 'Live Avatar'],
	['translate', 'Video Translation'],
	['dubbing', 'Video Translation'],
	['lipsync', 'Video Translation'],
	['image', 'Image Generation'],
	['upscale', 'Image Generation'],
	// n8n leaves the last word of a trigger's name out here.
	['webhook', 'Media Generation Trigger'],
	['callback', 'Media Generation Trigger'],
	['media', 'Media Generation Trigger'],
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
		await editor.searchNodes('face');
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
