import type { DetectionAnswer } from '../service/records';
import { saidIn } from '../service/urls';

/** Pixels from the upper left corner (service.md: Face detection). */
export interface Region {
	x: number;
	y: number;
	width: number;
	height: number;
}

export interface Face {
	opts: string;
	videoOpts: string;
	region?: Region;
	/** The place in the service's answer, from 0. */
	detectedIndex: number;
}

export interface DetectedImage {
	imageUrl: string | undefined;
	faces: Face[];
	/** Includes faces that `faces` leaves out. */
	seen: number;
	/** The service's words on an image without faces. */
	said?: string;
}

const KEY_POINTS = /^-?\d+,-?\d+(?::-?\d+,-?\d+){3}$/;

/** Four `x,y` of integers, joined by `:` (service.md: Faces). */
export function isKeyPoints(text: unknown): text is string {
	return typeof text === 'string' && KEY_POINTS.test(text);
}

/** If `landmarks_str` or `landmarks` is malformed, the other names the same points (service.md: Face detection). */
export function fromDetection(answer: DetectionAnswer, imageUrl: string | undefined): DetectedImage {
	const { landmarks, landmarks_str: texts, region } = answer;
	const faces: Face[] = [];
	for (let index = 0; index < Math.max(landmarks.length, texts.length); index++) {
		const [opts, videoOpts] = [texts[index], joinFirstPoints(landmarks[index])].filter(isKeyPoints);
		if (opts === undefined) continue;
		faces.push({ opts, videoOpts: videoOpts ?? opts, region: toRegion(region[index]), detectedIndex: index });
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

function toRegion([x, y, width, height]: Points[number] = []): Region | undefined {
	if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
	return { x, y, width, height };
}

function wordsOf({ error_code: code, error_msg = '' }: DetectionAnswer): string | undefined {
	const text = saidIn(error_msg, 300);
	if (code) return `${text} (code ${code})`.trim();
	return /^(success|ok)?$/i.test(text) ? undefined : text;
}
