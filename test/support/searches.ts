/** Texts that people type, and the node that they search for. If there are two nodes, each is right. */
export const SEARCHES: Array<[string, ...string[]]> = [
	['face swap', 'faceSwap'],
	['deepfake', 'faceSwap'],
	['age', 'faceSwap'],
	['headshot', 'faceSwap', 'imageGeneration'],
	['tts', 'avatarVideo'],
	['chatbot', 'liveAvatar'],
	['change age', 'faceSwap'],
	['AI image', 'imageGeneration'],
	['text to image', 'imageGeneration'],
	['translate a video', 'videoTranslation'],
	['lip sync', 'videoTranslation', 'avatarVideo'],
	['text to speech', 'avatarVideo'],
	['avatar video', 'avatarVideo'],
	['talking head', 'avatarVideo'],
	['live avatar', 'liveAvatar'],
	['job finished', 'mediaGenerationTrigger'],
];

/** The used part of the search in n8n's panel. n8n's own types don't fit the module system of the tests. */
export interface PanelSearch {
	sublimeSearch(
		filter: string,
		items: Array<{ key: string; properties: object }>,
	): Array<{ item: { key: string } }>;
}
