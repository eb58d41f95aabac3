import { fromDetection, type Picture } from '../shared/faces';
import type { Media } from '../shared/operation/parameters/resourceLocators';
import { whyNoPicture } from '../shared/media/whyNoPicture';
import type { Tools } from '../shared/operation/types';
import { isKnownCode } from '../shared/service/codes';
import { detectionAnswer, type DetectionAnswer } from '../shared/service/records';
import { asError, ServiceError } from '../shared/transport/serviceError';

type DetectionRequest = { single_face: boolean } & ({ image_url: string } | { img: string });

/**
 * Asks for the faces of a picture. Where it shows none the service has no tidy answer, but one without faces, or a code
 * that no table lists with a text that reads like a crash: then that text is the answer (service.md: Face detection).
 * @throws ServiceError
 */
async function askForFaces({ transport }: Tools, body: DetectionRequest): Promise<DetectionAnswer> {
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
 * The answer of face detection, and the faces in it. Where it found none, and does not say that it could not open the
 * picture, n8n looks at the address itself.
 * @param isOpened it is known to be a picture
 */
export async function detectFaces(
	tools: Tools,
	request: DetectionRequest,
	imageUrl: string | undefined,
	isOpened: boolean,
): Promise<{ answer: DetectionAnswer; picture: Picture }> {
	const answer = await askForFaces(tools, request);
	const picture = fromDetection(answer, imageUrl);
	const { faces, unopened, said } = picture;
	if (faces.length > 0 || unopened !== undefined || said === undefined) return { answer, picture };
	if (isOpened || imageUrl === undefined) return { answer, picture: { ...picture, isOpened } };
	const why = await whyNoPicture(tools.context, tools.environment, imageUrl);
	return { answer, picture: { ...picture, ...(why === undefined ? { isOpened: true } : { unopened: why }) } };
}

/** The faces of a picture, detected once per run, however many items use it. `label` is its name on the screen. */
export async function detectPicture(tools: Tools, medium: Media, label: string): Promise<Picture> {
	const imageUrl = await tools.mediaUrl(medium, label);
	const request = { single_face: false, image_url: imageUrl };
	const isOpened = medium.mode === 'binary';
	const detect = async () => (await detectFaces(tools, request, imageUrl, isOpened)).picture;
	return await tools.once(`faces of ${imageUrl}`, detect);
}
