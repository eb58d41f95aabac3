import type { FaceError } from '../../../nodes/shared/faces/faceError';
import { checkAlone } from '../../../nodes/shared/faces/newFaces';

const face = (number: number, imageUrl: string, seen: number) => {
	const opts = `${number}0,10:20,10:15,15:15,20`;
	const place = { x: 10, y: 10, width: 10, height: 10 };
	return { number, imageUrl, seen, opts, videoOpts: opts, detectedIndex: 0, place };
};
const alone = face(1, 'https://example.com/one.png', 1);
const [left, right] = [face(2, 'https://example.com/two.png', 2), face(3, 'https://example.com/two.png', 2)];
const all = [alone, left, right];

function refusal(chosen: typeof all, mediaType: 'image' | 'video'): FaceError | undefined {
	try {
		checkAlone(chosen, all, mediaType, 'New Face Picture');
		return undefined;
	} catch (error) {
		return error as FaceError;
	}
}

test('a new face for a video that is not alone is refused, with the faces of its picture', () => {
	const { message, description } = refusal([alone, right], 'video') ?? {};
	expect(message).toBe(
		'New Face Picture shows 2 faces, and a new face for a video must be alone in its picture',
	);
	expect(description).toMatch(/shows face 2 at .*, face 3 at /);
	expect(description).not.toContain('face 1');
});

test('a picture takes any, and a video one that is alone', () => {
	expect(refusal(all, 'image')).toBeUndefined();
	expect(refusal([alone], 'video')).toBeUndefined();
});
