import { reageImage } from '../../../nodes/FaceSwap/operations/reage/reageImage';
import { swapVideo } from '../../../nodes/FaceSwap/operations/faceSwap/swapVideo';
import { swapImage } from '../../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { faceList } from '../../../nodes/FaceSwap/pairFaceItems';
import type { CreateOperation } from '../../../nodes/shared/operation/defineOperation';
import { toFailure } from '../../../nodes/shared/operation/failure';
import { readAs } from '../../../nodes/shared/operation/readParameters';

const LABEL = 'Faces to Replace (JSON)';
const FACE = { path: 'https://example.com/a.jpg', opts: '1,2:3,4:5,6:7,8' };
function refusal(value: unknown) {
	const given = { modifyImage: FACE.path, whichFaces: 'provided', targetImage: value, sourceImage: [FACE] };
	try {
		readAs(swapImage.schema, given, swapImage.properties);
	} catch (error) {
		const { message, details } = toFailure(error);
		return { message, description: details.description };
	}
	throw new Error('Nothing was refused');
}

test('an array, one object, and the JSON text of each are read, also if the text was quoted twice', () => {
	for (const value of [[FACE], FACE]) {
		expect(faceList.parse(value)).toEqual([FACE]);
		expect(faceList.parse(JSON.stringify(value))).toEqual([FACE]);
		expect(faceList.parse(JSON.stringify(JSON.stringify(value)))).toEqual([FACE]);
	}
});

test('opts may be a text, a list with one face per entry, or absent', () => {
	const { path, opts } = FACE;
	expect(faceList.parse([{ path, opts: [opts] }])).toEqual([FACE]);
	const other = '9,9:3,4:5,6:7,8';
	expect(faceList.parse([{ path, opts: [opts, other] }])).toEqual([FACE, { path, opts: other }]);
	expect(faceList.parse([{ path }])).toEqual([{ path }]);
	expect(faceList.parse([{ path, opts: Array(8).fill(opts) }])).toHaveLength(8);
});

test.each([
	['nothing', undefined, /^Faces to Replace \(JSON\) is empty$/],
	['an empty text', '  ', /is empty$/],
	['an empty list', [], /is empty$/],
	['broken JSON', '[{"path": ', /must be a list of faces, but "\[\{"path":" was given$/],
	['nine faces', Array(9).fill(FACE), /has 9 faces\. At most 8/],
	['nine faces in an entry', [{ ...FACE, opts: Array(9).fill(FACE.opts) }], /has 9 faces\. At most 8/],
	['a list of texts', ['1,2:3,4'], / 1 must be an object with path and opts, but "1,2:3,4" was given$/],
	['no path', [{ opts: FACE.opts }], / 1 › path is empty$/],
	['a relative path', [FACE, { ...FACE, path: '/a.jpg' }], / 2 › path must be .* "\/a.jpg" was given$/],
	['path and opts swapped', [{ path: FACE.opts, opts: FACE.path }], / 1 › path .* "1,2:3,4:5,6:7,8" was/],
	['points instead of a text', [{ ...FACE, opts: [[1, 2]] }], / 1 › opts must .* \[\[1,2\]\] was given$/],
	['three points', [FACE, { ...FACE, opts: '1,2:3,4:5,6' }], / 2 › opts must .* "1,2:3,4:5,6" was given$/],
	['empty opts', [{ ...FACE, opts: [] }], / 1 › opts is empty$/],
	['opts that are null', [{ ...FACE, opts: null }], / 1 › opts is empty$/],
])('%s is refused with the field, the entry, the given value and advice', (_name, value, message) => {
	const refused = refusal(value);
	expect(refused.message).toMatch(message);
	expect(refused.message).toContain(LABEL);
	expect(refused.message).not.toMatch(/error|problem|fail/i);
	expect(refused.description).toMatch(/^(Give|Leave|Send|Use|Set|No face lists came in:) /);
});

const issuesOf = ({ schema }: CreateOperation, given: object) => {
	const { issues = [] } = schema.safeParse(given).error ?? {};
	return issues.map(({ path: [name], message }) => (name ? `${name}: ${message}` : message));
};

const issues = (targetImage: unknown, sourceImage: unknown) => {
	const given = { modifyImage: FACE.path, whichFaces: 'provided', targetImage, sourceImage };
	return issuesOf(swapImage, given);
};

test('lists of faces with different lengths are refused', () => {
	expect(issues([FACE], [FACE])).toEqual([]);
	expect(issues([FACE, FACE], [FACE])).toHaveLength(1);
});

test('an unreadable list is reported once, and its faces are not counted', () => {
	expect(issues('none', [FACE])).toEqual([expect.stringContaining('targetImage: ')]);
	expect(issues([FACE], 'none')).toEqual([expect.stringContaining('sourceImage: ')]);
});

test('an age change by 0 years is refused, because it would change nothing', () => {
	const given = { modifyImage: FACE.path, whichFaces: 'all', faceReage: 0 };
	expect(issuesOf(reageImage, given)).toEqual(['faceReage: is 0, which changes no face']);
});

const LISTED = ['1,2', 3, null];
const NO_NUMBERS = 'faceNumbers: must be whole numbers from 1, with commas between them, but';
test.each<[unknown, number[] | string]>([
	['3, 1,3', [3, 1]],
	[2, [2]],
	[LISTED, [1, 2, 3]],
	['1;x', `${NO_NUMBERS} "1;x" was given`],
	[[1.5], `${NO_NUMBERS} [1.5] was given`],
	['0', `${NO_NUMBERS} "0" was given`],
	[' ', 'faceNumbers: is empty'],
])('the face numbers %j are read as %j', (faceNumbers, numbers) => {
	const given = { modifyImage: FACE.path, faceReage: 5, whichFaces: 'choose', faceNumbers };
	const { data } = reageImage.schema.safeParse(given);
	const read = data ? expect.objectContaining({ faces: expect.objectContaining({ numbers }) }) : [numbers];
	expect(data?.input ?? issuesOf(reageImage, given)).toEqual(read);
});

test('a video needs an image that shows its faces, and each face to replace its new face', () => {
	const given = { modifyVideo: FACE.path, whichFaces: 'inOrder' };
	expect(issuesOf(swapVideo, given)).toEqual(['targetFrame: is empty', 'sourcePicture: is empty']);
	expect(issuesOf(swapVideo, { ...given, targetFrame: FACE.path, sourcePicture: FACE.path })).toEqual([]);
});

test('for a video an image with several new faces is refused, and an image with a single face is accepted', () => {
	const other = { ...FACE, opts: '30,10:40,10:35,15:35,20' };
	const given = { modifyVideo: FACE.path, whichFaces: 'provided', targetImage: [FACE, other] };
	const found = (sourceImage: object[]) => issuesOf(swapVideo, { ...given, sourceImage });
	expect(found([FACE, other])).toEqual([
		`New Faces (JSON) has several faces of ${FACE.path}, and a new face for a video must be alone in its image`,
	]);
	expect(found([FACE, FACE])).toEqual([]);
	expect(found([FACE, { ...other, path: `${FACE.path}2` }])).toEqual([]);
});
