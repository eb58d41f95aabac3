import { portraitPicture } from '../../emulator/media/samples';
import type { Asked, Scene } from './call';

const file = portraitPicture('ada').encode().toString('base64');
const target = ({ media }: Scene) => [{ path: media('people-2.png'), opts: '10,10:20,10:15,15:15,20' }];
const source = ({ media }: Scene) => [{ path: media('portrait-ada.png'), opts: '1,2:3,4:5,6:7,8' }];
const reage = ({ media }: Scene) => ({
	...{ targetImage: [{ path: media('people-2.png'), opts: '1,2:3,4:5,6:7,8' }], face_reage: 10 },
	modifyImage: media('people-2.png'),
});

const made = async (scene: Scene, name: '_id' | 'job_id' = '_id') =>
	String((await scene.make('/faceswap/highquality/imgreage', reage(scene)))[name]);

function creates(medium: 'Image' | 'Video'): Asked[] {
	const field = `modify${medium}`;
	const file = ({ media }: Scene) => media(medium === 'Image' ? 'people-2.png' : 'short.mp4');
	const given = (scene: Scene) => ({
		whichFaces: 'provided',
		[field]: file(scene),
		targetImage: JSON.stringify(target(scene)),
		webhookUrl: scene.hook,
		waitForCompletion: false,
	});
	const common = (scene: Scene) => ({
		...{ targetImage: target(scene), [field]: file(scene), webhookUrl: scene.hook },
	});
	return [
		{
			name: `faceSwap.swap${medium}`,
			path: `/specify${medium.toLowerCase()}`,
			part: 'body',
			parameters: (scene) => ({
				...{ ...given(scene), sourceImage: JSON.stringify(source(scene)), options: { faceEnhance: true } },
			}),
			sent: (scene) => ({ ...common(scene), sourceImage: source(scene), face_enhance: 1 }),
		},
		{
			name: `reage.reage${medium}`,
			path: medium === 'Image' ? '/imgreage' : '/vidreage',
			part: 'body',
			parameters: (scene) => ({ ...given(scene), faceReage: -20 }),
			sent: (scene) => ({ ...common(scene), face_reage: -20 }),
		},
	];
}

/** Requests of Face Swap, and the request for a token, which any node can send. */
export const faceCalls: Asked[] = [
	...creates('Image'),
	...creates('Video'),
	{
		name: 'face.detect',
		path: '/detect',
		part: 'body',
		parameters: ({ media }) => ({ image: media('people-2.png'), singleFace: true }),
		sent: ({ media }) => ({ image_url: media('people-2.png'), single_face: true }),
		gives: ([item]) => item?.faceCount === 1,
	},
	{
		name: 'face.detect of a file',
		path: '/detect',
		part: 'body',
		item: { json: {}, binary: { data: { data: file, mimeType: 'image/png', fileName: 'ada.png' } } },
		parameters: () => ({ image: { __rl: true, mode: 'binary', value: 'data' } }),
		sent: () => ({ img: `data:image/png;base64,${file}`, single_face: false }),
		gives: ([item]) => item?.faceCount === 1,
	},
	{
		name: 'job.cancel',
		path: '/job/del',
		part: 'body',
		parameters: async (scene) => ({ jobIds: await made(scene, 'job_id') }),
		sent: (_scene, { jobIds }) => ({ job_ids: jobIds }),
	},
	{
		name: 'job.get',
		path: '/listbyids',
		part: 'query',
		parameters: async (scene) => ({ recordId: await made(scene), downloadResult: false }),
		sent: (_scene, { recordId }) => ({ _ids: recordId }),
		gives: ([item], { recordId }) => item?.id === recordId && item?.status === 'completed',
	},
	{
		name: 'job.getAll',
		path: '/listbyids',
		part: 'query',
		parameters: async (scene) => ({
			ids: `${await made(scene)},${await made(scene)}`,
			downloadResult: false,
		}),
		sent: (_scene, { ids }) => ({ _ids: ids }),
		gives: (items) => items.length === 2 && items.every(({ status }) => status === 'completed'),
	},
	{
		name: 'job.delete',
		path: '/delbyids',
		part: 'body',
		parameters: async (scene) => ({ ids: await made(scene) }),
		sent: (_scene, { ids }) => ({ _ids: ids }),
	},
	{
		name: 'credit.get',
		path: '/quota/info',
		part: 'headers',
		parameters: () => ({}),
		sent: () => ({ authorization: '' }),
		gives: ([item]) => typeof item?.credit === 'number',
	},
	...(['body', 'headers'] as const).map((part): Asked => ({
		name: `credit.get ${part} of the token`,
		path: '/getToken',
		part,
		parameters({ emulator }) {
			emulator.expireTokens();
			return {};
		},
		sent: ({ emulator: { clientId, clientSecret } }) =>
			part === 'body' ? { clientId, clientSecret } : { 'content-type': '' },
	})),
];
