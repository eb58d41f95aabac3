import { locator, type Call, type Scene } from './call';

const button = (name: string, letter: string): Call => ({
	name: `image.${name}`,
	node: 'imageGeneration',
	path: '/createbybutton',
	part: 'body',
	parameters: async ({ make, hook }: Scene) => ({
		recordId: String((await make('/content/image/createbyprompt', { prompt: 'A lake' }))._id),
		...{ imageNumber: 2, webhookUrl: hook, waitForCompletion: false },
	}),
	sent: ({ hook }, { recordId }) => ({ _id: recordId, button: `${letter}2`, webhookUrl: hook }),
});

const videoGet = (name: string, node: string): Call => ({
	...{ name, node, path: '/content/video/infobymodelid', part: 'query' },
	async parameters({ make, media }) {
		const body = { url: media('short.mp4'), language: 'de' };
		const { _id } = await make('/content/video/createbytranslate', body);
		return { recordId: String(_id), downloadResult: false };
	},
	sent: (_scene, { recordId }) => ({ video_model_id: recordId }),
	gives: ([item], { recordId }) => item?.id === recordId && item?.status === 'completed',
});

/** Requests of Image Generation, Video Translation and the records of videos. */
export const contentCalls: Call[] = [
	{
		name: 'image.generate',
		node: 'imageGeneration',
		path: '/createbyprompt',
		part: 'body',
		parameters: ({ media, hook }) => ({
			...{ prompt: 'A lake', scale: '3:2', sourceImage: media('people-1.png') },
			...{ webhookUrl: hook, waitForCompletion: false },
		}),
		sent: ({ media, hook }) => ({
			...{ prompt: 'A lake', scale: '3:2', source_image: media('people-1.png'), webhookUrl: hook },
		}),
	},
	button('upscale', 'U'),
	button('vary', 'V'),
	{
		name: 'image.get',
		node: 'imageGeneration',
		path: '/content/image/infobymodelid',
		part: 'query',
		parameters: async ({ make }) => ({
			recordId: String((await make('/content/image/createbyprompt', { prompt: 'A lake' }))._id),
			downloadResult: false,
		}),
		sent: (_scene, { recordId }) => ({ image_model_id: recordId }),
		gives: ([item], { recordId }) => item?.id === recordId && item?.status === 'completed',
	},
	{
		name: 'language.getAll',
		node: 'videoTranslation',
		path: '/language/list',
		part: 'query',
		parameters: () => ({}),
		sent: () => ({}),
		gives: (items) => items.some(({ lang_code }) => lang_code === 'de'),
	},
	videoGet('translation.get', 'videoTranslation'),
	videoGet('video.get', 'avatarVideo'),
	{
		name: 'translation.create',
		node: 'videoTranslation',
		path: '/createbytranslate',
		part: 'body',
		parameters: ({ media, hook }) => ({
			...{ video: media('short.mp4'), sourceLanguage: locator('en'), language: locator('de') },
			...{ lipsync: true, options: { mergeInterval: 2, faceEnhance: true } },
			...{ webhookUrl: hook, waitForCompletion: false },
		}),
		sent: ({ media, hook }) => ({
			...{ url: media('short.mp4'), source_language: 'en', language: 'de', lipsync: true },
			...{ merge_interval: 2, face_enhance: true, webhookUrl: hook },
		}),
	},
];
