import { fromDetection, type Picture } from '../shared/faces';
import type { Media } from '../shared/media/input';
import type { Tools } from '../shared/operation/types';
import { isKnownCode } from '../shared/service/codes';
import { detectionAnswer, type DetectionAnswer } from '../shared/service/records';
import { asError, ServiceError } from '../shared/transport/errors';

/**
 * Asks for the faces of a picture. Where it shows none the service has no tidy answer, but one without faces, or a code
 * that no table lists with a text that reads like a crash: then that text is the answer (service.md: Face detection).
 * @throws ServiceError
 */
export async function askForFaces(
	{ transport }: Tools,
	picture: { image_url: string } | { img: string },
	singleFace: boolean,
): Promise<DetectionAnswer> {
	const body = { single_face: singleFace, ...picture };
	const how = { host: 'detection', method: 'POST', intent: 'repeatable', group: 'faceSwap' } as const;
	try {
		return await transport.send({ ...how, path: '/detect', body }, detectionAnswer);
	} catch (error) {
		const isCrash = error instanceof ServiceError && error.code !== undefined && !isKnownCode(error.code);
		if (!isCrash) throw asError(error);
		return detectionAnswer.parse({ error_code: error.code, error_msg: error.said });
	}
}

/** The faces of a picture, detected once per run, however many items use it. `label` is its name on the screen. */
export async function detectPicture(tools: Tools, medium: Media, label: string): Promise<Picture> {
	const imageUrl = await tools.mediaUrl(medium, label);
	const ask = async () => await askForFaces(tools, { image_url: imageUrl }, false);
	return fromDetection(await tools.once(`faces of ${imageUrl}`, ask), imageUrl);
}
