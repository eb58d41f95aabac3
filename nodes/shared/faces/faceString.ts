import { withoutSecretParts } from './pictureName';

const POINTS_NEEDED = 4;
const POINT = /^-?\d+,-?\d+$/;

/**
 * Checks the key points of a face: exactly four `x,y` pairs of whole numbers joined by `:`, without spaces (service.md:
 * Faces). Returns what is wrong, as the end of a sentence that begins with the text's name, or undefined.
 */
export function checkFaceString(text: string): string | undefined {
	if (text === '') return 'is empty';
	const points = text.split(':');
	const wrong = points.findIndex((point) => !POINT.test(point));
	if (wrong >= 0) {
		return `has "${shorten(points[wrong] ?? '')}" as point ${wrong + 1}, where two whole numbers with a comma between belong`;
	}
	if (points.length > POINTS_NEEDED)
		return `has ${points.length} points, where only the first four points belong`;
	if (points.length < POINTS_NEEDED) {
		return `has ${points.length === 1 ? 'one point' : `${points.length} points`}, where four belong`;
	}
	return undefined;
}

/** The text where it can be used as it is, or undefined. */
export function wellFormed(faceString: string | null | undefined): string | undefined {
	return typeof faceString === 'string' && checkFaceString(faceString) === undefined ? faceString : undefined;
}

/** The first four points of a face, as the service takes them; undefined when one is missing or not a number. */
export function joinFirstPoints(
	points: ReadonlyArray<ReadonlyArray<number | undefined>> = [],
): string | undefined {
	const pairs = points
		.slice(0, POINTS_NEEDED)
		.map(([x = NaN, y = NaN]) => `${Math.round(x)},${Math.round(y)}`);
	return wellFormed(pairs.join(':'));
}

function shorten(text: string): string {
	const shown = withoutSecretParts(text);
	return shown.length > 30 ? `${shown.slice(0, 29)}…` : shown;
}
