import { faceSwap, rows, setUp, swap } from '../support/bench';
import { facesIn } from '../support/facesIn';

const bench = setUp();
const bodies = (path = 'specifyimage') => bench.emulator.requestsTo(path);

test.each([
	['Picture to Change', { modifyImage: 'blank.png' }],
	['New Face Picture', { sourcePicture: 'blank.png' }],
	[
		'New Face Picture of face 1',
		{ whichFaces: 'choose', sourcePicture: 'blank.png', replacements: { face: [{ faceNumber: 1 }] } },
	],
])('a picture without a face is named as on the screen: %s', async (label, given) => {
	const pictures = { modifyImage: 'people-1.png', sourcePicture: 'portrait-ada.png', ...given };
	const { error } = await bench.engine.run(
		faceSwap('faceSwap', 'swapImage', {
			...given,
			modifyImage: bench.media(pictures.modifyImage),
			sourcePicture: bench.media(pictures.sourcePicture),
		}),
	);
	expect(error?.message).toMatch(new RegExp(`^${label}: No face was found in .*blank`));
	expect(bodies()).toEqual([]);
});

describe('a New Face Picture with more faces than are needed', () => {
	const several = async (parameters = {}) =>
		await bench.engine.run(
			faceSwap('faceSwap', 'swapImage', {
				modifyImage: bench.media('people-1.png'),
				sourcePicture: bench.media('people-3.png'),
				...parameters,
			}),
		);

	test.each<[string, object, string]>([
		['in order', {}, 'Picture to Change shows 1 face, and New Face Picture shows 3 faces'],
		['for everyone', { whichFaces: 'oneForAll' }, 'New Face Picture shows 3 faces, and one is needed'],
		[
			'for a chosen face',
			{ whichFaces: 'choose', replacements: { face: [{ faceNumber: 1 }] } },
			'New Face Picture of face 1 shows 3 faces, and one is needed',
		],
	])(
		'is refused with its faces, their places, and the way to one of them: %s',
		async (_name, given, message) => {
			const faces = await facesIn(bench, 'people-3.png');
			const { error } = await several(given);
			expect(error?.message).toBe(message);
			for (const [index, { region }] of faces.entries()) {
				expect(error?.description).toContain(
					`face ${index + 1} at ${region.x}, ${region.y} (${region.width} × ${region.height})`,
				);
			}
			expect(error?.description).toMatch(
				/picture that shows it alone.*Face Mapper .*From Face Mapper or JSON/,
			);
			expect(bodies()).toEqual([]);
		},
	);

	test('is no way on for a video: each of its new faces must be alone', async () => {
		for (const given of [
			{},
			{ targetFrame: bench.media('people-3.png') },
			{ whichFaces: 'oneForAll' },
			{ whichFaces: 'choose', replacements: { face: [{ faceNumber: 1 }] } },
		]) {
			const { error } = await bench.engine.run(
				faceSwap('faceSwap', 'swapVideo', {
					modifyVideo: bench.media('holiday.mp4'),
					targetFrame: bench.media('people-1.png'),
					sourcePicture: bench.media('people-3.png'),
					...given,
				}),
			);
			expect(error?.message).toMatch(
				/^New Face Picture.* shows 3 faces, and a new face for a video must be alone/,
			);
			expect(error?.description).toContain('Cut out the face');
			expect(error?.description).not.toContain('Face Mapper');
		}
		expect(bodies('specifyvideo')).toEqual([]);
	});
});

test('a picture with several new faces is refused for a video, before anything is paid', async () => {
	const [one, two] = await facesIn(bench, 'people-3.png');
	const face = (opts = '', name = 'people-3.png') => ({ path: bench.media(name), opts });
	const swapWith = (...sourceImage: object[]) =>
		faceSwap('faceSwap', 'swapVideo', {
			whichFaces: 'provided',
			modifyVideo: bench.media('a.mp4'),
			targetImage: JSON.stringify([face(one?.videoOpts), face(two?.videoOpts)]),
			sourceImage: JSON.stringify(sourceImage),
		});
	const { error } = await bench.engine.run(swapWith(face(one?.videoOpts), face(two?.videoOpts)));
	expect(error?.message).toBe(
		`New Faces (JSON) has several faces of ${bench.media('people-3.png')}, and a new face for a video must be alone in its picture`,
	);
	expect(bodies('specifyvideo')).toEqual([]);
	const same = face(one?.videoOpts, 'portrait-ada.png');
	expect((await bench.engine.run(swapWith(same, same))).json('Node')).toMatchObject([
		{ status: 'completed' },
	]);
});

test.each([
	['an expression that has nothing to find', "={{ $('Nobody').item.json.face }}", 'url'],
	['a file that the item does not have', 'gone', 'binary'],
	['half an address', 'face.png', 'url'],
])('what the screen keeps for another choice is not read: %s', async (_name, value, mode) => {
	const kept = { sourcePicture: { __rl: true, mode, value }, targetFrame: { __rl: true, mode, value } };
	const result = await bench.engine.run(swap(kept), { input: rows(1) });
	expect(result.json('Node')).toMatchObject([{ status: 'completed' }]);
	const replacements = { face: [{ faceNumber: 'none', sourcePicture: kept.sourcePicture }] };
	const age = { modifyImage: bench.media('people-1.png'), faceNumbers: value };
	const swapped = { ...age, sourcePicture: bench.media('portrait-ada.png'), replacements };
	const workflow = faceSwap('faceSwap', 'swapImage', swapped);
	expect((await bench.engine.run(workflow)).json('Node')).toMatchObject([{ status: 'completed' }]);
	const aged = await bench.engine.run(faceSwap('reage', 'reageImage', age));
	expect(aged.json('Node')).toMatchObject([{ status: 'completed' }]);
});
