import type { Scene } from '../stage';

/** The words that people type, under the node that they should find. */
const WORDS: Readonly<Record<string, string>> = {
	'Face Swap':
		'deepfake, face swap, faceswap, face detection, swap faces, photo, age filter, make younger, headshot',
	'Image Generation': 'upscale, text to image, ai image, image variations',
	'Video Translation': 'dubbing, translate video, subtitle, lip sync, voice over, localize',
	'Avatar Video':
		'talking head, voice clone, text to speech, avatar, talking photo, image to video, clone voice, spokesperson, ai video, lipsync',
	'Live Avatar': 'live avatar, streaming avatar, avatar chat, digital human',
	'Media Generation Trigger': 'job finished',
	'Face Mapper': 'face mapper, map faces',
};

export const search: Scene = {
	name: 'search',
	title: 'The panel finds the nodes by what people type',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		for (const [name, words] of Object.entries(WORDS)) {
			for (const word of words.split(', ')) {
				await editor.searchNodes(word);
				const found = await editor.foundNodes();
				const place = found.indexOf(name) + 1;
				expect(`"${word}" finds ${name} at place ${place}`, place > 0 && place <= 3, found.slice(0, 5));
			}
		}
	},
};
