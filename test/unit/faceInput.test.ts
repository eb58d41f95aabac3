import { swapVideo } from '../../nodes/FaceSwap/operations/faceSwap/swapVideo';
import { swapImage } from '../../nodes/FaceSwap/operations/faceSwap/swapImage';
import type { CreateOperation } from '../../nodes/shared/operation/defineOperation';

const issuesOf = ({ schema }: CreateOperation, given: object) => {
	const { issues = [] } = schema.safeParse(given).error ?? {};
	return issues.map(({ path: [name], message }) => (name ? `${name}: ${message}` : message));
};

const face = { path: 'https://example.com/a.png', opts: '10,10:20,10:15,15:15,20' };
const issues = (targetImage: unknown, sourceImage: unknown) => {
	const given = { modifyImage: face.path, whichFaces: 'provided', targetImage, sourceImage };
	return issuesOf(swapImage, given);
};

test('lists of faces with different lengths are refused', () => {
	expect(issues([face], [face])).toEqual([]);
	expect(issues([face, face], [face])).toHaveLength(1);
});

test('an unreadable list is reported once, and its faces are not counted', () => {
	expect(issues('none', [face])).toEqual([expect.stringContaining('targetImage: ')]);
	expect(issues([face], 'none')).toEqual([expect.stringContaining('sourceImage: ')]);
});

test('for a video an image with several new faces is refused, and an image with a single face is accepted', () => {
	const other = { ...face, opts: '30,10:40,10:35,15:35,20' };
	const given = { modifyVideo: face.path, whichFaces: 'provided', targetImage: [face, other] };
	const found = (sourceImage: object[]) => issuesOf(swapVideo, { ...given, sourceImage });
	expect(found([face, other])).toEqual([
		`New Faces (JSON) has several faces of ${face.path}, and a new face for a video must be alone in its image`,
	]);
	expect(found([face, face])).toEqual([]);
});
