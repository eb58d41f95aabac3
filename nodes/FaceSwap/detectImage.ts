import { fromDetection, type DetectedImage } from '../shared/faces';
import type { Media, Tools } from '../shared/operation';
import { whyNoImage } from '../shared/media/firstBytes';
import { isKnownCode } from '../shared/service/codes';
import { detectionAnswer, type DetectionAnswer } from '../shared/service/records';
import { asError, Failure } from '../shared/service/failure';

type DetectionRequest = { single_face: boolean } & ({ image_url: string } | { img: string });

/** The service crashes for an image without a face, so its text is the answer (service.md: Face detection). */
async function askForFaces({ transport }: Tools, body: DetectionRequest): Promise<DetectionAnswer> {
	const how = { host: 'detection', method: 'POST', intent: 'repeatable', group: 'faceSwap' } as const;
	try {
		return await transport.send({ ...how, path: '/detect', body }, detectionAnswer);
	} catch (error) {
		const { errorCode, serviceMessage } = error instanceof Failure ? error.details : {};
		if (errorCode === undefined || isKnownCode(errorCode)) throw asError(error);
		return detectionAnswer.parse({ error_code: errorCode, error_msg: serviceMessage });
	}
}

export async function detectFaces(
	tools: Tools,
	request: DetectionRequest,
	imageUrl: string | undefined,
	isOpened: boolean,
): Promise<{ answer: DetectionAnswer; found: DetectedImage }> {
	const answer = await askForFaces(tools, request);
	const found = fromDetection(answer, imageUrl);
	const { faces, unopened, said } = found;
	if (faces.length > 0 || unopened !== undefined || said === undefined) return { answer, found };
	if (isOpened || imageUrl === undefined) return { answer, found: { ...found, isOpened } };
	const why = await whyNoImage(tools.context, tools.environment, imageUrl);
	return { answer, found: { ...found, ...(why === undefined ? { isOpened: true } : { unopened: why }) } };
}

/** Detected once per run, however many items use the image. */
export async function detectImage(tools: Tools, medium: Media, label: string): Promise<DetectedImage> {
	const imageUrl = await tools.mediaUrl(medium, label, 'image');
	const request = { single_face: false, image_url: imageUrl };
	const isOpened = medium.mode === 'binary';
	const detect = async () => (await detectFaces(tools, request, imageUrl, isOpened)).found;
	return await tools.once(`faces of ${imageUrl}`, detect);
}
