/** What people type, and the node that they look for; where there are two, each is right. */
export const SEARCHES: Array<[string, ...string[]]> = [
	['face swap', 'faceSwap'],
	['deepfake', 'faceSwap'],
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

/** The search of n8n's panel, as far as it is used here: n8n's types of it are for other modules than those of the tests. */
export interface PanelSearch {
	sublimeSearch(
		filter: string,
		items: Array<{ key: string; properties: object }>,
	): Array<{ item: { key: string } }>;
}
