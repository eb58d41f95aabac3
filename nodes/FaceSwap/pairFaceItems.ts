import * as faces from '../shared/faces';
import { fromDetection, type DetectedImage } from '../shared/faces';
import type { Media, Tools } from '../shared/operation';
import type { AgeChoice } from './ageParameters';
import type { FaceChoice } from './faceInput';
import { LOOKED_AT, NEW_FACE, TARGET_FACES, TO_CHANGE } from './parameters';
import { isKnownCode } from '../shared/service/codes';
import { detectionAnswer, type DetectionAnswer } from '../shared/service/records';
import { Failure, asError } from '../shared/service/failure';

export async function facePairs(
	tools: Tools,
	choice: FaceChoice,
	mediaType: faces.MediaType,
	medium: Media,
): Promise<faces.FacePairs> {
	if (choice.by === 'provided') {
		const { targetImage, sourceImage } = choice;
		return { ...givenFaces(tools, targetImage, mediaType), sourceImage };
	}
	const label = LOOKED_AT[mediaType];
	const common = {
		targets: [await detectImage(tools, medium, label)],
		mediaType,
		order: choice.order,
		labels: { target: label, source: NEW_FACE },
	};
	if (choice.by === 'choose') {
		const pairs = await Promise.all(
			choice.replacements.map(async ({ faceNumber: target, sourcePicture }) => ({
				target,
				source: await detectImage(tools, sourcePicture, `${NEW_FACE} of face ${target}`),
			})),
		);
		return faces.pairFaces({ ...common, sources: [], whichFaces: 'choose', pairs });
	}
	const sources = [await detectImage(tools, choice.sourcePicture, NEW_FACE)];
	return faces.pairFaces({ ...common, sources, whichFaces: choice.by });
}

export async function facesToChange(
	tools: Tools,
	choice: AgeChoice,
	mediaType: faces.MediaType,
	medium: Media,
): Promise<faces.ChosenFaces> {
	if (choice.given) return givenFaces(tools, choice.given, mediaType);
	const label = LOOKED_AT[mediaType];
	const image = await detectImage(tools, medium, label);
	return faces.listTargets([image], label, mediaType, choice.order, choice.numbers);
}

export async function planOf(
	tools: Tools,
	{ targetImage, faceNumbers, sourceImage }: faces.ChosenFaces & Partial<faces.FacePairs>,
	others: object,
	mediaType: faces.MediaType,
	medium: Media,
) {
	const { field, label } = TO_CHANGE[mediaType];
	const pairs = faceNumbers.map((face, index) => {
		const source = sourceImage?.[index];
		return { face, target: targetImage[index], ...(source && { source }) };
	});
	const faces = { targetImage, ...(sourceImage && { sourceImage }) };
	const address = await tools.mediaUrl(medium, label, mediaType);
	return { body: { ...faces, ...others, [field]: address }, preview: { pairs } };
}

/** Key points for images and videos differ (service.md: Faces). */
function givenFaces(
	tools: Tools,
	targetImage: faces.FaceItem[],
	mediaType: faces.MediaType,
): faces.ChosenFaces {
	const json = tools.context.getInputData()[tools.item]?.json;
	const other = mediaType === 'image' ? 'video' : 'image';
	if (json?.mediaType === other && JSON.stringify(json.targetImage) === JSON.stringify(targetImage)) {
		throw faces.faceFailure(
			`${TARGET_FACES}: the faces were prepared for ${other}s, and are used for ${mediaType}s`,
			`Set Media Type of Face Mapper to ${mediaType === 'image' ? 'Image' : 'Video'}`,
		);
	}
	return { targetImage, faceNumbers: targetImage.map((_, index) => index + 1) };
}

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
