import { FaceError, fromDetection, requireFaces, type Picture } from '../shared/faces';
import type { Media } from '../shared/media/input';
import { detectionAnswer, type DetectionAnswer } from '../shared/service/records';
import type { Tools } from '../shared/operation/types';
import { asError, ServiceError } from '../shared/transport/errors';

/**
 * Asks for the faces of a picture (service.md: Face detection).
 * @param name of the picture, for the message when it shows no face
 * @throws ServiceError, FaceError when the picture shows no face
 */
export async function askForFaces(
	{ transport }: Pick<Tools, 'transport'>,
	picture: { image_url: string } | { img: string },
	singleFace: boolean,
	name: string | undefined,
): Promise<DetectionAnswer> {
	const body = { single_face: singleFace, ...picture };
	const how = { host: 'detection', method: 'POST', intent: 'repeatable', group: 'faceSwap' } as const;
	try {
		const answer = await transport.send({ ...how, path: '/detect', body }, detectionAnswer);
		requireFaces(answer, name);
		return answer;
	} catch (error) {
		if (error instanceof ServiceError && error.code !== undefined)
			requireFaces({ error_code: error.code, error_msg: error.said }, name);
		throw asError(error);
	}
}

/**
 * The faces of a picture, detected once per run, however many items use it.
 * @param label the picture's name on the screen: addresses of files differ only in what no message shows
 */
export async function detectPicture(tools: Tools, medium: Media, label: string): Promise<Picture> {
	const imageUrl = await tools.mediaUrl(medium, label);
	try {
		const ask = async () => await askForFaces(tools, { image_url: imageUrl }, false, imageUrl);
		return fromDetection(await tools.once(`faces of ${imageUrl}`, ask), imageUrl);
	} catch (error) {
		throw error instanceof FaceError
			? new FaceError(`${label}: ${error.message}`, error.description)
			: asError(error);
	}
}
