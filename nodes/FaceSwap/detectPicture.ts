import { fromDetection, noFaceMessage, FaceError, type FaceOrder, type Picture } from '../shared/faces';
import { detectionAnswer, type DetectionAnswer } from '../shared/service/records';
import type { ServiceRequest } from '../shared/service/request';
import type { Tools } from '../shared/operation/types';
import { asError, ServiceError } from '../shared/transport/errors';

/** The request that looks for the faces of a picture (service.md: Face detection). */
export function detectionRequest(
	picture: { image_url: string } | { img: string },
	singleFace: boolean,
): ServiceRequest {
	return {
		host: 'detection',
		method: 'POST',
		path: '/detect',
		body: { single_face: singleFace, ...picture },
		intent: 'repeatable',
		group: 'faceSwap',
	};
}

/**
 * Asks for the faces of a picture.
 * @param name of the picture, for the message when it shows no face
 * @throws ServiceError, FaceError when the picture shows no face
 */
export async function askForFaces(
	{ transport }: Pick<Tools, 'transport'>,
	request: ServiceRequest,
	name: string | undefined,
): Promise<DetectionAnswer> {
	try {
		const answer = await transport.send(request, detectionAnswer);
		const words = noFaceMessage(answer, name);
		if (words) throw new FaceError(words.message, words.description);
		return answer;
	} catch (error) {
		if (!(error instanceof ServiceError) || error.code === undefined) throw asError(error);
		const words = noFaceMessage({ error_code: error.code, error_msg: error.said }, name);
		throw words ? new FaceError(words.message, words.description) : error;
	}
}

/** The faces of a picture, detected once per run, however many items use it. */
export async function detectPicture(tools: Tools, imageUrl: string, order: FaceOrder): Promise<Picture> {
	const answer = await tools.once(
		`faces of ${imageUrl}`,
		async () => await askForFaces(tools, detectionRequest({ image_url: imageUrl }, false), imageUrl),
	);
	return fromDetection(answer, imageUrl, order);
}
