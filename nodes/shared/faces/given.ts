import { z } from '../zod';
import { optionalNumberField, optionalTextField, type DetectionAnswer } from '../service/records';
import {
	encodeAddress,
	excerptOf,
	httpUrl,
	isNothing,
	isObject,
	parseJsonTwice,
	saidIn,
} from '../service/values';
import { changed } from '../service/schema';
import { Failure, MAX_FACES, TOO_MANY_FACES, wrongField } from '../service/failure';

/** `path` is the image, `opts` the key points. Some accounts take a face without them (service.md: Faces). */
export type FaceItem = Record<'path', string> & Partial<Record<'opts', string>>;

/** Four `x,y` of integers, joined by `:` (service.md: Faces). */
const KEY_POINTS = /^-?\d+,-?\d+(?::-?\d+,-?\d+){3}$/;
const number = optionalNumberField.pipe(z.number());
const keyPoints = z.string().regex(KEY_POINTS);

/** Pixels from the upper left corner (service.md: Face detection). */
const region = z.object({ x: number, y: number, width: number, height: number });
type Region = z.output<typeof region>;

const face = z.object({ opts: keyPoints, videoOpts: keyPoints, region: region.optional().catch(undefined) });
export type Face = z.output<typeof face>;

/** An item of Detect, which may lack some faces. */
const detected = changed(
	z.object({
		imageUrl: optionalTextField,
		faceCount: number.optional().catch(undefined),
		faces: z.array(face),
	}),
	({ imageUrl = '', faces, faceCount = 0 }): DetectedImage => {
		const address = httpUrl(imageUrl) ? encodeAddress(imageUrl.trim()) : undefined;
		return { imageUrl: address, faces, seen: Math.max(faces.length, faceCount) };
	},
);

const DETECTIONS = 'Give the output of Face Swap (resource Face, operation Detect)';

/** @throws Failure where a value is no detection */
export function readImages(value: unknown, label: string): DetectedImage[] {
	const given = typeof value === 'string' ? parseJsonTwice(value) : value;
	if (isNothing(value)) throw wrongField(label, `${label} is empty`, DETECTIONS);
	// $('Detect').all() gives items.
	const jsonOf = (each: unknown): unknown => (isObject(each) && 'json' in each ? each.json : each);
	const { data } = z.array(detected).min(1).safeParse([given].flat().map(jsonOf));
	if (data) return data;
	throw wrongField(label, `${label} holds no result of face detection`, DETECTIONS);
}

export interface DetectedImage {
	imageUrl: string | undefined;
	faces: Face[];
	/** Includes faces that `faces` leaves out. */
	seen: number;
	/** The service's words on an image without faces. */
	said?: string;
}

export const isKeyPoints = (text: unknown): text is string =>
	typeof text === 'string' && KEY_POINTS.test(text);

/** If `landmarks_str` or `landmarks` is malformed, the other names the same points (service.md: Face detection). */
export function fromDetection(answer: DetectionAnswer, imageUrl: string | undefined): DetectedImage {
	const { landmarks, landmarks_str: texts, region } = answer;
	const faces: Face[] = [];
	for (let index = 0; index < Math.max(landmarks.length, texts.length); index++) {
		const [opts, videoOpts] = [texts[index], joinFirstPoints(landmarks[index])].filter(isKeyPoints);
		if (opts === undefined) continue;
		faces.push({ opts, videoOpts: videoOpts ?? opts, region: toRegion(region[index]) });
	}
	return { imageUrl, faces, seen: faces.length, said: wordsOf(answer) };
}

type Points = ReadonlyArray<ReadonlyArray<number | undefined>>;

function joinFirstPoints(points: Points = []): string {
	return points
		.slice(0, 4)
		.map(([x = NaN, y = NaN]) => `${Math.round(x)},${Math.round(y)}`)
		.join(':');
}

const toRegion = ([x, y, width, height]: Points[number] = []): Region | undefined =>
	region.safeParse({ x, y, width, height }).data;

function wordsOf({ error_code: code, error_msg = '' }: DetectionAnswer): string | undefined {
	const text = saidIn(error_msg, 300);
	if (code) return `${text} (code ${code})`.trim();
	return /^(success|ok)?$/i.test(text) ? undefined : text;
}

const LONGEST_NAME = 500;

export function imageName(address = ''): string {
	const url = httpUrl(address);
	return url ? excerptOf(`${url.origin}${url.pathname}`, LONGEST_NAME) : 'the image';
}

/** None are left only if none were chosen. */
export function checkLimit(faces: readonly unknown[], label: string): void {
	if (faces.length === 0)
		throw wrongField('Replacements', 'Replacements is empty', 'Add a replacement for each face');
	if (faces.length <= MAX_FACES) return;
	const [what, toDo] = TOO_MANY_FACES;
	throw wrongField(label, `${label} has ${countOf(faces)}. ${what}`, toDo);
}

export const countOf = ({ length }: readonly unknown[]): string =>
	length === 1 ? '1 face' : `${length} faces`;

export const faceOrderChoice = {
	default: 'leftToRight',
	options: [
		{ name: 'Left to Right', value: 'leftToRight' },
		{ name: 'Largest First', value: 'largestFirst' },
	],
	description: 'The order in which the faces of an image get their numbers, from 1',
} as const;
export type FaceOrder = (typeof faceOrderChoice.options)[number]['value'];

export interface NumberedFace extends Face, Pick<DetectedImage, 'imageUrl' | 'seen'> {
	number: number;
	/** From the service, or else the box around the points. */
	place: Region;
}

export interface Side {
	label: string;
	faces: NumberedFace[];
}

/** Sorted by the middle of each face, then top to bottom, then as the service lists them. @throws Failure for no face */
export function numberFaces(images: readonly DetectedImage[], order: FaceOrder, label: string): Side {
	const faces = images.flatMap((image) =>
		facesOf(image, label).sort(({ place: a }, { place: b }) => {
			const bySize = order === 'largestFirst' ? b.width * b.height - a.width * a.height : 0;
			return bySize || a.x + a.width / 2 - (b.x + b.width / 2) || a.y + a.height / 2 - (b.y + b.height / 2);
		}),
	);
	return { label, faces: faces.map((face, index) => ({ ...face, number: index + 1 })) };
}

function facesOf(image: DetectedImage, label: string) {
	const { faces, imageUrl, seen } = image;
	if (faces.length === 0) throw noFaces(image, label);
	return faces.map((face) => ({ ...face, imageUrl, seen, place: face.region ?? boxAround(face.opts) }));
}

/** Words of an image that could not be fetched, or that is none (service.md: Face detection). */
const UNOPENED =
	/HTTPS?ConnectionPool|URL ?Error|HTTP ?Error|max retries|name or service|getaddrinfo|ENOTFOUND|ECONN|connection (?:refused|reset|aborted|error)|timed? ?out|cannot identify image|image file is truncated|(?:can ?not|can't|could not|unable to|failed to) (?:open|read|load|decode|download|fetch|access)/i;

function noFaces({ imageUrl, said = '' }: DetectedImage, label: string): Failure {
	const [what, description] = UNOPENED.test(said)
		? ['The service could not open', 'Check that anyone can open its address, or choose By File']
		: ['No face was found in', 'Use an image in which the face is large, sharp and seen from the front'];
	const details = { field: label, description, serviceMessage: said || undefined };
	return new Failure(`${label}: ${what} ${imageName(imageUrl)}`, 'changeFile', details);
}

/** `0,0` stands for an unused point. */
function boxAround(keyPoints: string): Region {
	const points = keyPoints.split(':').filter((point) => point !== '0,0');
	if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
	const xs = points.map((point) => Number(point.split(',')[0]));
	const ys = points.map((point) => Number(point.split(',')[1]));
	const [x, y] = [Math.min(...xs), Math.min(...ys)];
	return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
