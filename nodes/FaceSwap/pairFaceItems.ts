import { z } from '../shared/zod';
import { countOf, fromDetection, imageName, isKeyPoints } from '../shared/faces/given';
import type { DetectedImage, FaceItem } from '../shared/faces/given';
import { pairFaces, type FaceLists, type MediaType } from '../shared/faces/pairFaces';
import { EMPTY, readAddress, readAt, refuse, refuseValue, type Media, type Tools } from '../shared/operation';
import {
	asError,
	Failure,
	isKnownCode,
	MAX_FACES,
	TOO_MANY_FACES,
	wrongField,
} from '../shared/service/failure';
import { detectionAnswer, type DetectionAnswer } from '../shared/service/records';
import { freeRequest } from '../shared/service/request';
import { changed } from '../shared/service/schema';
import * as values from '../shared/service/values';
import { LOOKED_AT, NEW_FACE, NEW_FACES, TARGET_FACES, TO_CHANGE } from './parameters';
import type { AgeInput, SwapFaces } from './parameters';

type ToChange = { modifyImage: Media } | { modifyVideo: Media; targetFrame?: Media };

/** The service detects the faces of a video in a still. */
function mediumOf(given: ToChange) {
	if ('modifyVideo' in given) {
		return { mediaType: 'video', medium: given.modifyVideo, still: given.targetFrame } as const;
	}
	return { mediaType: 'image', medium: given.modifyImage, still: given.modifyImage } as const;
}

function requireStill(input: ToChange & { whichFaces: string }, context: z.RefinementCtx): void {
	if (input.whichFaces === 'provided' || mediumOf(input).still) return;
	refuse(context, EMPTY, ['targetFrame'], 'Give an image from the video that shows the faces to change');
}

type FaceChoice = ReturnType<typeof chooseFaces | typeof chooseAged>;

export function chooseFaces(input: SwapFaces & ToChange, context: z.RefinementCtx) {
	requireStill(input, context);
	const { whichFaces: by, sourcePicture, options } = input;
	const { order } = options;
	switch (by) {
		case 'provided':
			return { by, ...givenFaces(input, context) };
		case 'choose':
			return { by, replacements: givenReplacements(input, context), order };
		default:
			return sourcePicture ? { by, sourcePicture, order } : needImage(context, ['sourcePicture']);
	}
}

function givenFaces(input: SwapFaces & ToChange, context: z.RefinementCtx) {
	const targetImage = facesAt('targetImage', input, context);
	const sourceImage = facesAt('sourceImage', input, context);
	const [targets, sources] = [targetImage.length, sourceImage.length];
	// An empty list was refused before.
	if (targets > 0 && sources > 0 && targets !== sources) {
		refuse(
			context,
			`${TARGET_FACES} has ${countOf(targetImage)}, and ${NEW_FACES} has ${countOf(sourceImage)}`,
			[],
			'Give as many new faces as there are faces to replace',
		);
	}
	// Different key points in one image mean several faces (service.md: Face swap).
	const shared = sourceImage.find(({ path, opts }) =>
		sourceImage.some((other) => other.path === path && other.opts !== opts),
	);
	if ('modifyVideo' in input && shared) {
		const what = 'and a new face for a video must be alone in its image';
		refuse(context, `${NEW_FACES} has several faces of ${imageName(shared.path)}, ${what}`, [], CUT_OUT);
	}
	return { targetImage, sourceImage };
}

const CUT_OUT = 'Cut the faces out, and give each face with the URL of its own image';

const LIST_BY_EXPRESSION =
	'Add an entry for each face. Put expressions into its fields, because n8n drops an expression for the whole list.';

function givenReplacements({ replacements, sourcePicture }: SwapFaces, context: z.RefinementCtx) {
	if (replacements.length === 0) refuse(context, EMPTY, ['replacements'], LIST_BY_EXPRESSION);
	return replacements.map(({ faceNumber, sourcePicture: own }, index) => {
		const image = own ?? sourcePicture;
		if (!image) return needImage(context, ['replacements', 'face', index, 'sourcePicture']);
		return { faceNumber, sourcePicture: image };
	});
}

const facesAt = <K extends string>(name: K, input: Record<K, unknown>, context: z.RefinementCtx) =>
	readAt(faceList, input[name], context, (path) => [name, ...path]) ?? [];

const needImage = (context: z.RefinementCtx, path: Array<string | number>): never =>
	refuse(context, EMPTY, path, 'Give the image that shows the new face');

export function chooseAged(input: AgeInput & ToChange, context: z.RefinementCtx) {
	requireStill(input, context);
	const { whichFaces: by, faceNumbers: numbers, options } = input;
	if (by === 'provided') {
		return { by, targetImage: facesAt('targetImage', input, context), sourceImage: undefined };
	}
	if (by === 'choose' && numbers === undefined) {
		refuse(context, EMPTY, ['faceNumbers'], 'Give the numbers of the faces to change');
	}
	return { by: 'aged' as const, numbers: by === 'choose' ? numbers : undefined, order: options.order };
}

const SHAPE = '[{"path": "https://…/photo.jpg", "opts": "262,175:363,175:313,215:313,251"}]';
const EXPECTED = `Give a list like ${SHAPE}. The output of Face Mapper fits as it is`;
const NO_LISTS = 'No face lists came in: connect Face Mapper before this node';
const PATH = 'Give the whole address of the image in which the face was detected';
const OPTS = 'Give the four points of the face, such as 262,175:363,175:313,215:313,251';

/** An array, an object, or either as JSON. A list of opts stands for a face each (service.md: Faces). */
export const faceList = changed(z.unknown(), (value, context): FaceItem[] => {
	const given = typeof value === 'string' ? (values.parseJsonTwice(value) ?? value) : value;
	const entries: unknown = values.isObject(given) ? [given] : given;
	if (values.isNothing(entries)) return refuse(context, EMPTY, [], `${NO_LISTS}. ${EXPECTED}`);
	if (!Array.isArray(entries)) return refuseValue(context, 'a list of faces', given, [], EXPECTED);
	if (entries.length > MAX_FACES) return refuseMany(context, entries);
	const faces = entries.flatMap((entry: unknown, index) => facesIn(entry, index, context));
	return faces.length > MAX_FACES ? refuseMany(context, faces) : faces;
});

const address = changed(z.unknown(), (given, context) => readAddress(given, context, PATH));

function facesIn(entry: unknown, index: number, context: z.RefinementCtx): FaceItem[] {
	if (!values.isObject(entry))
		return refuseValue(context, 'an object with path and opts', entry, [index], EXPECTED);
	const path = readAt(address, entry.path, context, () => [index, 'path']);
	if (path === undefined) return [];
	if (entry.opts === undefined) return [{ path }];
	const points = [entry.opts].flat().map(values.textOf);
	if (points.length > 0 && points.every(isKeyPoints)) return points.map((opts) => ({ path, opts }));
	return refuseValue(context, 'four points', entry.opts, [index, 'opts'], OPTS);
}

function refuseMany(context: z.RefinementCtx, faces: readonly unknown[]): never {
	const [what, next] = TOO_MANY_FACES;
	return refuse(context, `has ${countOf(faces)}. ${what}`, [], next);
}

async function listsOf(
	tools: Tools,
	choice: FaceChoice,
	mediaType: MediaType,
	still: Media,
): Promise<FaceLists> {
	if (choice.by === 'provided') return providedLists(tools, choice, mediaType);
	const { order } = choice;
	const label = LOOKED_AT[mediaType];
	const targets = [await detectImage(tools, still, label)];
	const common = { targets, mediaType, order, labels: { target: label, source: NEW_FACE } };
	if (choice.by === 'aged') {
		const pairs = choice.numbers?.map((number) => ({ target: number, source: number }));
		return pairFaces({ ...common, whichFaces: pairs ? 'choose' : 'inOrder', pairs });
	}
	if (choice.by === 'choose') {
		const pairs = await Promise.all(
			choice.replacements.map(async ({ faceNumber: target, sourcePicture }) => ({
				target,
				source: await detectImage(tools, sourcePicture, `${NEW_FACE} of face ${target}`),
			})),
		);
		return pairFaces({ ...common, sources: [], whichFaces: 'choose', pairs });
	}
	const sources = [await detectImage(tools, choice.sourcePicture, NEW_FACE)];
	return pairFaces({ ...common, sources, whichFaces: choice.by });
}

export async function planOf(given: ToChange & { faces: FaceChoice }, others: object, tools: Tools) {
	const { mediaType, medium, still = medium } = mediumOf(given);
	const lists = await listsOf(tools, given.faces, mediaType, still);
	const { field, label } = TO_CHANGE[mediaType];
	return { body: { ...lists, ...others, [field]: await tools.mediaUrl(medium, label, mediaType) } };
}

/** Key points for images and videos differ (service.md: Faces). */
function providedLists(
	tools: Tools,
	{ targetImage, sourceImage }: FaceLists,
	mediaType: MediaType,
): FaceLists {
	const json = tools.context.getInputData()[tools.item]?.json;
	const other = mediaType === 'image' ? 'video' : 'image';
	if (json?.mediaType === other && JSON.stringify(json.targetImage) === JSON.stringify(targetImage)) {
		throw wrongField(
			TARGET_FACES,
			`${TARGET_FACES}: the faces were prepared for ${other}s, and are used for ${mediaType}s`,
			`Set Media Type of Face Mapper to ${mediaType === 'image' ? 'Image' : 'Video'}`,
		);
	}
	return { targetImage, sourceImage };
}

type DetectionRequest = { single_face: boolean } & ({ image_url: string } | { img: string });

/** The service crashes for an image without a face, so its text is the answer (service.md: Face detection). */
export async function detectFaces({ transport }: Tools, body: DetectionRequest): Promise<DetectionAnswer> {
	const how = { host: 'detection', body, patient: true } as const;
	try {
		return await transport.send(freeRequest('faceSwap', 'POST', '/detect', how), detectionAnswer);
	} catch (error) {
		const { errorCode, serviceMessage } = error instanceof Failure ? error.details : {};
		if (errorCode === undefined || isKnownCode(errorCode)) throw asError(error);
		return detectionAnswer.parse({ error_code: errorCode, error_msg: serviceMessage });
	}
}

/** Detected once per run, however many items use the image. */
async function detectImage(tools: Tools, medium: Media, label: string): Promise<DetectedImage> {
	const imageUrl = await tools.mediaUrl(medium, label, 'image');
	return await tools.once(`faces of ${imageUrl}`, async () =>
		fromDetection(await detectFaces(tools, { single_face: false, image_url: imageUrl }), imageUrl),
	);
}
