import type { DetectionAnswer } from '../service/records';
import { joinFirstPoints, wellFormed } from './faceString';
import type { Face, Picture, Region } from './faceTypes';

/**
 * The faces of a detection (service.md: Face detection), in the order of the service.
 *
 * `opts` is exactly the entry of `landmarks_str`, `videoOpts` the first four points of `landmarks`. When one of the two
 * is missing or malformed the other is used, as both name the same points; a face with neither cannot be used and is
 * left out. No faces give an empty list: requireFaces has the words for that.
 */
export function fromDetection(answer: DetectionAnswer, imageUrl: string | undefined): Picture {
	const count = Math.max(answer.landmarks.length, answer.landmarks_str.length);
	const faces: Face[] = [];
	for (let index = 0; index < count; index++) {
		const given = wellFormed(answer.landmarks_str[index]);
		const joined = joinFirstPoints(answer.landmarks[index]);
		const [opts, videoOpts] = [given ?? joined, joined ?? given];
		if (opts === undefined || videoOpts === undefined) continue;
		faces.push({ opts, videoOpts, region: toRegion(answer.region[index]), detectedIndex: index });
	}
	return { imageUrl, faces, seen: faces.length };
}

/** `[x, y, width, height]` (service.md: Face detection). */
function toRegion([x, y, width, height]: ReadonlyArray<number | undefined> = []): Region | undefined {
	if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
	return { x, y, width, height };
}
