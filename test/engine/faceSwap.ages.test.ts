import { faceSwap, setUp } from '../support/bench';
import { facesIn } from '../support/facesIn';

const bench = setUp();
const bodies = (path: string) =>
	bench.emulator.requestsTo(path).map(({ body }) => body as Record<string, unknown>);

test('an age change is for the faces whose numbers are given, and shows them before it is paid', async () => {
	const faces = await facesIn(bench, 'people-3.png');
	const parameters = {
		modifyImage: bench.media('people-3.png'),
		whichFaces: 'choose',
		faceNumbers: '3, 1,3',
	};
	const age = (more = {}) => faceSwap('reage', 'reageImage', { ...parameters, ...more });
	const checked = await bench.engine.run(age({ options: { checkOnly: true } }));
	expect(checked.json('Node')[0]?.pairs).toEqual(
		[3, 1].map((face) => ({
			face,
			target: { path: bench.media('people-3.png'), opts: faces[face - 1]?.opts },
		})),
	);
	await bench.engine.run(age());
	expect(bodies('imgreage')[0]?.targetImage).toMatchObject([
		{ opts: faces[2]?.opts },
		{ opts: faces[0]?.opts },
	]);
	await bench.engine.run(age({ faceNumbers: '={{ [2] }}', options: { order: 'largestFirst' } }));
	expect(bodies('imgreage')[1]?.targetImage).toHaveLength(1);
	const { error } = await bench.engine.run(age({ faceNumbers: '4,2,5' }));
	expect(error?.message).toBe('Picture to Change: there is no face 4');
	expect(error?.description).toMatch(/there is no face 5.*choose a number from 1 to 3/);
});

test('an age change finds the faces too, in pictures and in videos', async () => {
	const image = { modifyImage: bench.media('people-3.png'), faceReage: '-12' };
	const picture = await bench.engine.run(faceSwap('reage', 'reageImage', image));
	expect(picture.json('Node')).toMatchObject([{ kind: 'faceSwap', status: 'completed' }]);
	expect(bodies('imgreage')).toMatchObject([{ face_reage: -12, modifyImage: bench.media('people-3.png') }]);
	expect(bodies('imgreage')[0]?.targetImage).toHaveLength(3);

	const video = {
		modifyVideo: bench.media('a.mp4'),
		targetFrame: bench.media('people-1.png'),
		faceReage: 30,
	};
	await bench.engine.run(faceSwap('reage', 'reageVideo', video));
	expect(bodies('vidreage')).toMatchObject([
		{ face_reage: 30, targetImage: [{ path: bench.media('people-1.png') }] },
	]);
});

test('an age change of faces that are given looks for no others', async () => {
	const [, face] = await facesIn(bench, 'people-3.png');
	const given = [{ path: bench.media('people-3.png'), opts: face?.opts }];
	const looks = bench.emulator.requestsTo('/detect').length;
	const parameters = {
		modifyImage: bench.media('people-3.png'),
		whichFaces: 'provided',
		targetImage: JSON.stringify(given),
	};
	await bench.engine.run(faceSwap('reage', 'reageImage', parameters));
	expect(bodies('imgreage').at(-1)?.targetImage).toEqual(given);
	expect(bench.emulator.requestsTo('/detect')).toHaveLength(looks);
});
