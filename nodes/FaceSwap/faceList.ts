import { z } from '../shared/zod';
import { countOf, isKeyPoints, type FaceItem } from '../shared/faces/given';
import { EMPTY, refuse } from '../shared/operation';
import { MAX_FACES, TOO_MANY_FACES } from '../shared/service/failure';
import { changed } from '../shared/service/schema';
import {
	encodeSpaces,
	isHttpUrl,
	isNothing,
	leftoverIn,
	excerptOf,
	invisibleIn,
	isObject,
	parseJsonTwice,
	textOf,
} from '../shared/service/values';

const SHAPE = '[{"path": "https://…/photo.jpg", "opts": "262,175:363,175:313,215:313,251"}]';
const EXPECTED = `Give a list like ${SHAPE}. The output of Face Mapper fits as it is`;
const PATH = 'Give the whole address of the image in which the face was detected';
const OPTS = 'Give the four points of the face, such as 262,175:363,175:313,215:313,251';

/** An array, an object, or either as JSON. A list of opts stands for a face each (service.md: Faces). */
export const faceList = changed(z.unknown(), (value, context): FaceItem[] => {
	const given = typeof value === 'string' ? (parseJsonTwice(value) ?? value) : value;
	const entries: unknown = isObject(given) ? [given] : given;
	if (isNothing(entries)) return refuse(context, EMPTY, [], EXPECTED);
	if (!Array.isArray(entries)) return refuseOne(context, [], given, 'a list of faces', EXPECTED);
	if (entries.length > MAX_FACES) return refuseMany(context, entries);
	const faces = entries.flatMap((entry: unknown, index) => facesIn(entry, index, context));
	return faces.length > MAX_FACES ? refuseMany(context, faces) : faces;
});

function facesIn(entry: unknown, index: number, context: z.RefinementCtx): FaceItem[] {
	if (!isObject(entry)) return refuseOne(context, [index], entry, 'an object with path and opts', EXPECTED);
	const address = textOf(entry.path);
	if (!isHttpUrl(address) || leftoverIn(address) || invisibleIn(address)) {
		return refuseOne(context, [index, 'path'], entry.path, 'a whole address', PATH);
	}
	const path = encodeSpaces(address);
	if (entry.opts === undefined) return [{ path }];
	const points = [entry.opts].flat().map(textOf);
	if (points.length > 0 && points.every(isKeyPoints)) return points.map((opts) => ({ path, opts }));
	return refuseOne(context, [index, 'opts'], entry.opts, 'four points', OPTS);
}

function refuseMany(context: z.RefinementCtx, faces: readonly unknown[]): never {
	const [what, next] = TOO_MANY_FACES;
	return refuse(context, `has ${countOf(faces)}. ${what}`, [], next);
}

/** Quotes no secret, even in an address that is none. */
function refuseOne(
	context: z.RefinementCtx,
	path: Array<string | number>,
	given: unknown,
	wanted: string,
	advice: string,
): never {
	const text = typeof given === 'string' ? given : JSON.stringify(given ?? null);
	const shown = excerptOf(text.replace(/^.*@/s, '…@').replace(/\?.*/s, '?…'), 60);
	const what = isNothing(given) ? 'nothing' : `"${shown}"`;
	return refuse(context, `must be ${wanted}, but ${what} was given`, path, advice);
}
