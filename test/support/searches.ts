/** What people type, and the node that they look for; where there are two, each is right. */
export const SEARCHES: Array<[string, ...string[]]> = [
	['face swap', 'faceSwap'],
	['swap faces', 'faceSwap'],
	['replace face in video', 'faceSwap'],
	['deepfake', 'faceSwap'],
	['change age', 'faceSwap'],
	['make older', 'faceSwap'],
	['AI image', 'imageGeneration'],
	['text to image', 'imageGeneration'],
	['upscale image', 'imageGeneration'],
	['image variations', 'imageGeneration'],
	['translate a video', 'videoTranslation'],
	['dub a video', 'videoTranslation'],
	['lip sync', 'videoTranslation', 'avatarVideo'],
	['text to speech', 'avatarVideo'],
	['voice cloning', 'avatarVideo'],
	['avatar video', 'avatarVideo'],
	['video generation', 'avatarVideo'],
	['text to video', 'avatarVideo'],
	['talking head', 'avatarVideo'],
	['live avatar', 'liveAvatar'],
	['avatar chat', 'liveAvatar'],
	['job finished', 'mediaGenerationTrigger'],
];

/** The search of n8n's panel, as far as it is used here: n8n's types of it are for other modules than those of the tests. */
export interface PanelSearch {
	sublimeSearch(
		filter: string,
		items: Array<{ key: string; properties: object }>,
	): Array<{ item: { key: string } }>;
}
