import type { INodeParameters } from 'n8n-workflow';
import { chain, connect, node } from '../support/engine';
import { faceSwap, setUp } from '../support/bench';
import { facesIn } from '../support/facesIn';

const bench = setUp();
const GOES_ON = { onError: 'continueRegularOutput' as const };
const facesOf = async (name: string) => await facesIn(bench, name);
const bodies = (path = 'specifyimage') =>
	bench.emulator.requestsTo(path).map(({ body }) => body as Record<string, unknown>);
const imageSwap = (parameters = {}, settings = {}) =>
	faceSwap(
		'faceSwap',
		'swapImage',
		{
			modifyImage: bench.media('people-1.png'),
			sourcePicture: bench.media('portrait-ada.png'),
			// What is looked at are the faces.
			downloadResult: false,
			...parameters,
		},
		settings,
	);

test('one node swaps a face from two pictures: detected, numbered, paired, sent', async () => {
	const [[target], [source]] = [await facesOf('people-1.png'), await facesOf('portrait-ada.png')];
	const result = await bench.engine.run(imageSwap({ options: { faceEnhance: true } }));
	expect(result.json('Node')).toMatchObject([{ kind: 'faceSwap', status: 'completed' }]);
	expect(bodies()).toEqual([
		{
			targetImage: [{ path: bench.media('people-1.png'), opts: target?.opts }],
			sourceImage: [{ path: bench.media('portrait-ada.png'), opts: source?.opts }],
			face_enhance: 1,
			modifyImage: bench.media('people-1.png'),
		},
	]);
	expect(bench.detections).toEqual([
		{ single_face: false, image_url: bench.media('people-1.png') },
		{ single_face: false, image_url: bench.media('portrait-ada.png') },
	]);
});

test('each distinct picture is looked at once in a run: 20 photos and one new face are 21 detections', async () => {
	const input = Array.from({ length: 20 }, (_, seed) => ({
		photo: bench.media(`portrait-p${seed}.png`),
	}));
	const result = await bench.engine.run(imageSwap({ modifyImage: '={{ $json.photo }}' }), { input });
	expect(result.json('Node').every(({ status }) => status === 'completed')).toBe(true);
	expect(bench.detections).toHaveLength(21);
});

test('Replacements change some of several faces, each with its own picture, and leave the others', async () => {
	const targets = await facesOf('people-3.png');
	const replacements = {
		face: [
			{ faceNumber: 3, sourcePicture: { __rl: true, mode: 'url', value: bench.media('portrait-bo.png') } },
			{ faceNumber: '1', sourcePicture: { __rl: true, mode: 'url', value: '' } },
		],
	};
	const parameters = { modifyImage: bench.media('people-3.png'), whichFaces: 'choose', replacements };
	await bench.engine.run(imageSwap(parameters));
	const [body] = bodies();
	expect(body?.targetImage).toMatchObject([{ opts: targets[2]?.opts }, { opts: targets[0]?.opts }]);
	expect(body?.sourceImage).toMatchObject([
		{ path: bench.media('portrait-bo.png') },
		{ path: bench.media('portrait-ada.png') },
	]);
	const checked = await bench.engine.run(imageSwap({ ...parameters, options: { checkOnly: true } }));
	expect(checked.json('Node')[0]?.pairs).toMatchObject([
		{ face: 3, target: { opts: targets[2]?.opts }, source: { path: bench.media('portrait-bo.png') } },
		{ face: 1, target: { opts: targets[0]?.opts }, source: { path: bench.media('portrait-ada.png') } },
	]);
	expect(bodies()).toHaveLength(1);
});

test('Replacements begin with face 1, and go on with the face after that of the entry above', async () => {
	const targets = await facesOf('people-3.png');
	const changed = async (more: INodeParameters) => {
		const parameters = { modifyImage: bench.media('people-3.png'), whichFaces: 'choose', ...more };
		await bench.engine.run(imageSwap(parameters));
		return bodies().at(-1)?.targetImage;
	};
	expect(await changed({})).toMatchObject([{ opts: targets[0]?.opts }]);
	const two = [{ faceNumber: 2 }, { faceNumber: 0 }];
	expect(await changed({ replacements: { face: two } })).toMatchObject([
		{ opts: targets[1]?.opts },
		{ opts: targets[2]?.opts },
	]);
});

test('Replacements as one expression are dropped by n8n, and the refusal says where expressions go', async () => {
	const replacements = '={{ { face: [{ faceNumber: 1 }] } }}';
	const { error } = await bench.engine.run(imageSwap({ whichFaces: 'choose', replacements }));
	expect(error?.message).toBe('Replacements must name the faces to replace, but nothing was given');
	expect(error?.description).toMatch(/^Add an entry for each face.*the fields of an entry/);
});

test('a picture that shows no face costs its own items alone, and is looked at once', async () => {
	const input = ['blank.png', 'portrait-bo.png', 'blank.png'].map((face) => ({ face: bench.media(face) }));
	const workflow = imageSwap({ sourcePicture: '={{ $json.face }}' }, GOES_ON);
	const result = await bench.engine.run(workflow, { input });
	expect(result.json('Node').map(({ status }) => status)).toEqual([undefined, 'completed', undefined]);
	expect(bench.detections.map((body) => (body as { image_url: string }).image_url).sort()).toEqual(
		['blank.png', 'people-1.png', 'portrait-bo.png'].map((name) => bench.media(name)),
	);
});

test('one new face for several people is refused with the ways on, before anything is paid', async () => {
	const { error } = await bench.engine.run(imageSwap({ modifyImage: bench.media('people-3.png') }));
	expect(error?.message).toBe('Picture to Change shows 3 faces, and New Face Picture shows 1 face');
	expect(error?.description).toContain('set Which Faces to One New Face for Everyone');
	expect(error?.description).toContain('set Which Faces to Choose Faces');
	expect(bodies()).toEqual([]);
});

test('One New Face for Everyone puts the one new face on everyone; the order is as chosen', async () => {
	const targets = await facesOf('people-3.png');
	const parameters = {
		modifyImage: bench.media('people-3.png'),
		whichFaces: 'oneForAll',
		options: { order: 'asDetected' },
	};
	await bench.engine.run(imageSwap(parameters));
	const [body] = bodies() as Array<{ targetImage: Array<{ opts: string }>; sourceImage: unknown[] }>;
	expect(body?.targetImage.map(({ opts }) => opts).sort()).toEqual(targets.map(({ opts }) => opts).sort());
	expect(new Set(body?.sourceImage.map((face) => JSON.stringify(face))).size).toBe(1);
});

test('the faces of a video are found in a still from it, and sent as videos want them', async () => {
	const [[target], [source]] = [await facesOf('people-1.png'), await facesOf('portrait-ada.png')];
	const workflow = faceSwap('faceSwap', 'swapVideo', {
		modifyVideo: bench.media('holiday.mp4'),
		targetFrame: bench.media('people-1.png'),
		sourcePicture: bench.media('portrait-ada.png'),
	});
	expect((await bench.engine.run(workflow)).json('Node')).toMatchObject([{ status: 'completed' }]);
	expect(bodies('specifyvideo')).toEqual([
		{
			targetImage: [{ path: bench.media('people-1.png'), opts: target?.videoOpts }],
			sourceImage: [{ path: bench.media('portrait-ada.png'), opts: source?.videoOpts }],
			modifyVideo: bench.media('holiday.mp4'),
		},
	]);
});

describe('from Face Mapper', () => {
	const detect = (name: string, image: string) =>
		node(name, 'faceSwap', { resource: 'face', operation: 'detect', image: bench.media(image) });
	const mapped = (mediaType: string, swap: object) => ({
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger'),
			detect('Group', 'people-1.png'),
			detect('Ada', 'portrait-ada.png'),
			node('Mapper', 'faceMapper', { mediaType }),
			node('Node', 'faceSwap', { resource: 'faceSwap', whichFaces: 'provided', ...swap }),
		],
		connections: connect(
			['Start', 'Group'],
			['Start', 'Ada'],
			['Group', 'Mapper'],
			['Ada', 'Mapper', 0, 1],
			['Mapper', 'Node'],
		),
	});

	test('a swap needs no typing: its defaults take what Face Mapper gives', async () => {
		const result = await bench.engine.run(mapped('image', { operation: 'swapImage' }));
		expect(result.error).toBeUndefined();
		expect(result.json('Node')).toMatchObject([{ status: 'completed' }]);
		const [json] = result.json('Mapper');
		expect(bodies()).toMatchObject([
			{
				targetImage: json?.targetImage,
				sourceImage: json?.sourceImage,
				modifyImage: bench.media('people-1.png'),
			},
		]);
		expect(bench.detections).toHaveLength(2);
	});

	test.each([
		['a picture', 'video', { operation: 'swapImage' }],
		['a video', 'image', { operation: 'swapVideo', modifyVideo: 'https://example.com/a.mp4' }],
	])(
		'faces for the other media type are refused for %s, before anything is paid',
		async (_name, mediaType, swap) => {
			const { error } = await bench.engine.run(mapped(mediaType, swap));
			expect(error?.message).toContain('Faces to Replace (JSON)');
			expect(error?.message).toMatch(
				/prepared for (pictures, and are used for videos|videos, and are used for pictures)$/,
			);
			expect(error?.description).toContain('Media Type');
			expect(bodies().concat(bodies('specifyvideo'))).toEqual([]);
		},
	);

	test('an age change takes the faces of the target alone', async () => {
		const workflow = chain(
			detect('Group', 'people-3.png'),
			node('Mapper', 'faceMapper'),
			node('Node', 'faceSwap', { resource: 'reage', operation: 'reageImage', whichFaces: 'provided' }),
		);
		const result = await bench.engine.run(workflow);
		expect(result.json('Node')).toMatchObject([{ status: 'completed' }]);
		expect(bodies('imgreage')[0]?.targetImage).toEqual(result.json('Mapper')[0]?.targetImage);
	});
});

test('a swap whose picture shows no face fails its item alone, and names the picture', async () => {
	const input = ['people-1.png', 'blank.png'].map((name) => ({ photo: bench.media(name) }));
	const result = await bench.engine.run(imageSwap({ modifyImage: '={{ $json.photo }}' }, GOES_ON), { input });
	expect(result.json('Node')[0]?.status).toBe('completed');
	expect(result.json('Node')[1]).toMatchObject({
		error: expect.stringContaining('blank.png'),
		details: {
			submitted: 'no',
			description: expect.stringMatching(/The service said: [^:(]+ \(code \d+\)$/),
		},
	});
	expect(bodies()).toHaveLength(1);
});
