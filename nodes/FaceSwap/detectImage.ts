import { fromDetection, type DetectedImage } from '../shared/faces';
import type { Media, Tools } from '../shared/operation';
import { isKnownCode } from '../shared/service/codes';
import { detectionAnswer, type DetectionAnswer } from '../shared/service/records';
import { asError, Failure } from '../shared/service/failure';

type DetectionRequest = { single_face: boolean } & ({ image_url: string } | { img: string });

/** The service crashes for an image without a face, so its text is the answer (service.md: Face detection). */
export async function detectFaces({ transport }: Tools, body: DetectionRequest): Promise<DetectionAnswer> {
	const how = { host: 'detection', method: 'POST', intent: 'repeatable', group: 'faceSwap' } as const;
	try {
		return await transport.send({ ...how, path: '/detect', body }, detectionAnswer);
	} catch (error) {
		const { errorCode, serviceMessage } = error instanceof Failure ? error.details : {};
		if (errorCode === undefined || isKnownCode(errorCode)) throw asError(error);
		return detectionAnswer.parse({ error_code: errorCode, error_msg: serviceMessage });
	}
}

/** Detected once per run, however many items use the image. */
export async function detectImage(tools: Tools, medium: Media, label: string): Promise<DetectedImage> {
	const imageUrl = await tools.mediaUrl(medium, label, 'image');
	const request = { single_face: false, image_url: imageUrl };
	return await tools.once(`faces of ${imageUrl}`, async () =>
		fromDetection(await detectFaces(tools, request), imageUrl),
	);
}
