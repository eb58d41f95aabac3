import type { Json } from '../../shared/service/request';
import { readColour } from '../colour';
import type { Element } from './element';

/** An element as the service takes it (interface: Create avatar video, Create talking avatar); what is absent is left out. */
export function elementBody(element: Element): { [key: string]: Json | undefined } {
	const { type, url, avatarId, scaleX, scaleY, width, height, layerNumber, elementId } = element;
	const body = {
		type,
		url: url === undefined ? undefined : (readColour(url) ?? url),
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
 * The one place where offsets are turned into the service's. They are those of the upper-left corner (interface: Create
 * avatar video); if it turns out to be the centre (field notes: Shapes that vary), this is what changes.
 */
function placeOf({ offsetX, offsetY }: Element) {
	return { offset_x: offsetX, offset_y: offsetY };
}
