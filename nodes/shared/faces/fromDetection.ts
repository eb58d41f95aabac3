import type { DetectionAnswer } from '../service/records';
import { checkFaceString, joinFirstPoints } from './faceString';
import type { Face, FaceOrder, Picture, Region } from './faceTypes';
import { orderFaces } from './order';

/**
 * The faces of a detection (service.md: Face detection), numbered from 1 in `order`.
 *
 * `opts` is exactly the entry of `landmarks_str`, `videoOpts` the first four points of `landmarks`. When one of the two
 * is missing or malformed the other is used, as both name the same points; a face with neither cannot be used and is
 * left out. No faces give an empty list: noFaceMessage has the words for that.
 */
export function fromDetection(
	answer: DetectionAnswer,
	imageUrl: string | undefined,
	order: FaceOrder = 'leftToRight',
): Picture {
	const count = Math.max(answer.landmarks.length, answer.landmarks_str.length);
	const faces: Face[] = [];
	for (let index = 0; index < count; index++) {
		const given = wellFormed(answer.landmarks_str[index] ?? undefined);
		const joined = joinFirstPoints(answer.landmarks[index] ?? []);
		const opts = given ?? joined;
		const videoOpts = joined ?? given;
		if (opts === undefined || videoOpts === undefined) continue;
		const region = toRegion(answer.region[index]);
		faces.push({ number: 0, opts, videoOpts, ...(region && { region }), detectedIndex: index });
	}
	return { imageUrl, faces: orderFaces(faces, order) };
}

function wellFormed(faceString: string | undefined): string | undefined {
	return faceString !== undefined && checkFaceString(faceString) === undefined ? faceString : undefined;
}

/** `[x, y, width, height]` (service.md: Face detection). */
export function toRegion(numbers: ReadonlyArray<number | undefined> = []): Region | undefined {
	const [x, y, width, height] = numbers;
	if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
	return { x, y, width, height };
}
