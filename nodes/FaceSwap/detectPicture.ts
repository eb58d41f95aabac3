import { fromDetection, type Picture } from '../shared/faces';
import type { Media } from '../shared/operation/parameters/resourceLocators';
import { whyNoPicture } from '../shared/media/whyNoPicture';
import type { Tools } from '../shared/operation/types';
import { isKnownCode } from '../shared/service/codes';
import { detectionAnswer, type DetectionAnswer } from '../shared/service/records';
import { asError, ServiceError } from '../shared/transport/serviceError';

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

/**
 * The faces that a detection found. Where it found none, and does not say that it could not open the picture, n8n looks
 * at the address itself.
 * @param isOpened it is known to be a picture
 */
export async function pictureIn(
	{ context, environment }: Pick<Tools, 'context' | 'environment'>,
	answer: DetectionAnswer,
	imageUrl: string | undefined,
	isOpened: boolean,
): Promise<Picture> {
	const picture = fromDetection(answer, imageUrl);
	const isInDoubt =
		picture.faces.length === 0 && picture.unopened === undefined && picture.said !== undefined;
	if (!isInDoubt) return picture;
	if (isOpened || imageUrl === undefined) return { ...picture, isOpened };
	const unopened = await whyNoPicture(context, environment, imageUrl);
	return unopened === undefined ? { ...picture, isOpened: true } : { ...picture, unopened };
}

/** The faces of a picture, detected once per run, however many items use it. `label` is its name on the screen. */
export async function detectPicture(tools: Tools, medium: Media, label: string): Promise<Picture> {
	const imageUrl = await tools.mediaUrl(medium, label);
	const detect = async () => {
		const answer = await askForFaces(tools, { image_url: imageUrl }, false);
		return await pictureIn(tools, answer, imageUrl, medium.mode === 'binary');
	};
	return await tools.once(`faces of ${imageUrl}`, detect);
}
