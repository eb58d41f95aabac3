import { z } from 'zod/v3';
import { optionalId, optionalNumber, optionalText, text } from '../../shared/operation/inputs';
import type { Json } from '../../shared/service/request';
import { encodeSpaces } from '../../shared/service/urls';
import { isObject } from '../../shared/service/values';
import { refuse } from '../../shared/operation/issues';
import { readColour } from '../colour';

const scale = optionalNumber({ min: 0 });
/** 0 means no length: the form gives it when the length is left to the service. */
const length = optionalNumber({ min: 0 }).transform((pixels) => pixels || undefined);

const keys = {
	type: text,
	url: optionalText,
	avatarId: optionalId,
	scaleX: scale,
	scaleY: scale,
	offsetX: optionalNumber(),
	offsetY: optionalNumber(),
	width: length,
	height: length,
	layerNumber: optionalNumber(),
	elementId: optionalText,
};

/** The keys as the service writes them (service.md: Avatar videos, Talking avatars). */
const SERVICE_KEYS: Readonly<Record<string, keyof typeof keys>> = {
	avatar_id: 'avatarId',
	scale_x: 'scaleX',
	scale_y: 'scaleY',
	offset_x: 'offsetX',
	offset_y: 'offsetY',
	layer_number: 'layerNumber',
	id: 'elementId',
};

/** An element of a video, from the form or from JSON, with keys in camelCase or as the service writes them. */
export const element = z
	.unknown()
	.superRefine((given, context) => {
		if (!isObject(given)) return;
		const strange = Object.keys(given).filter(
			(key) => !Object.hasOwn(keys, key) && !Object.hasOwn(SERVICE_KEYS, key),
		);
		if (strange.length === 0) return;
		refuse(
			context,
			`has ${strange.map((key) => `"${key}"`).join(' and ')}, which no element has`,
			[],
			`The keys of an element are ${Object.keys(keys).join(', ')}.`,
		);
	})
	.transform((given) => (isObject(given) ? withOwnNames(given) : given))
	.pipe(z.object(keys));
export type Element = z.output<typeof element>;

function withOwnNames(given: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(given).map(([key, value]) => [SERVICE_KEYS[key] ?? key, value]));
}

/** An element as the service takes it (service.md: Avatar videos, Talking avatars); what is absent is left out. */
export function elementBody(element: Element): { [key: string]: Json | undefined } {
	const { type, url, avatarId, scaleX, scaleY, width, height, layerNumber, elementId } = element;
	const body = {
		type,
		url: url === undefined ? undefined : (readColour(url) ?? encodeSpaces(url)),
		avatar_id: avatarId,
		scale_x: scaleX,
		scale_y: scaleY,
		...placeOf(element),
		width,
		height,
		layer_number: layerNumber,
		id: elementId,
	};
	return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/**
 * The one place that converts offsets for the service. They are those of the upper-left corner (service.md: Avatar
 * videos); if the service means the centre (service.md: Shapes that vary), only this changes.
 */
function placeOf({ offsetX, offsetY }: Element) {
	return { offset_x: offsetX, offset_y: offsetY };
}
