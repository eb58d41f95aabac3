import { z } from 'zod/v3';

import { colourOf, httpUrl, number, text } from '../http/params';
import { Refusal } from '../http/refusal';
import type { Call } from '../http/route';
import type { Shapes } from '../shapes';
import { findAvatar } from './catalogue';

/** Fields that elements of both kinds of video have (service.md: Avatar videos, Talking avatars). */
export const elementFields = {
	url: text.optional(),
	offset_x: number.optional(),
	offset_y: number.optional(),
	avatar_id: z.union([text, number]).optional(),
};

export type Element = { type: string } & z.output<z.ZodObject<typeof elementFields>>;

/** Code 1003 with the element's place, when something is missing. */
export function need(present: boolean, path: string, why: string): void {
	if (!present) throw new Refusal(1003, `Parameter error: ${path} ${why}`);
}

/** The URL of an element is an http URL; that of a picture may be a hexadecimal colour where that is allowed. */
export function checkUrl(element: Element, path: string, colours?: Pick<Shapes, 'colours'>): void {
	const isColour = colours !== undefined && colourOf(colours).safeParse(element.url).success;
	need(isColour || httpUrl.safeParse(element.url).success, `${path}.url`, 'must be an http or https URL');
}

/** An avatar must be there and ready, and come from where the request says (service.md: Avatars). */
export function checkAvatar(
	call: Call,
	element: Element,
	path: string,
	from: [string, number | undefined],
): void {
	const avatar = findAvatar(call.world, call.account, String(element.avatar_id ?? ''));
	need(avatar !== undefined, `${path}.avatar_id`, 'does not exist');
	need(avatar?.status === 3, `${path}.avatar_id`, 'is not ready');
	const [name, given = avatar?.from] = from;
	need(given === avatar?.from, name, `must be the from of the avatar, ${avatar?.from}`);
}

/** The URLs among the elements. */
export const mediaOf = (elements: Element[]) =>
	elements.flatMap(({ url }) => (url !== undefined && /^https?:/i.test(url) ? [url] : []));
