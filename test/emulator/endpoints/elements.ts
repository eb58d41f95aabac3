import { z } from 'zod';

import type { Account } from '../accounts';
import { httpUrl, number, text } from '../http/params';
import { Refusal } from '../http/refusal';
import type { World } from '../world';
import { findAvatar } from './catalogue';

const scale = number.min(0, 'must be 0 to 1').max(1, 'must be 0 to 1');

/** Fields that elements of both kinds of video have (interface: Create avatar video, Create talking avatar). */
export const elementFields = {
	url: text.optional(),
	scale_x: scale.optional(),
	scale_y: scale.optional(),
	offset_x: number.optional(),
	offset_y: number.optional(),
	width: number.optional(),
	height: number.optional(),
	layer_number: number.optional(),
	avatar_id: z.union([text, number]).optional(),
	id: text.optional(),
};

export type Element = { type: string } & z.output<z.ZodObject<typeof elementFields>>;

/** Code 1003 with the element's place, when something is missing. */
export function need(present: boolean, path: string, why: string): void {
	if (!present) throw new Refusal(1003, `Parameter error: ${path} ${why}`);
}

/** The URL of an element is an http URL; that of a picture may be a hexadecimal colour where that is allowed. */
export function checkUrl(element: Element, path: string, mayBeColour: boolean): void {
	const isColour = mayBeColour && /^#?[0-9a-f]{6}$/i.test(element.url ?? '');
	need(isColour || httpUrl.safeParse(element.url).success, `${path}.url`, 'must be an http or https URL');
}

export function checkAvatar(world: World, account: Account, element: Element, path: string): void {
	const avatar = findAvatar(world, account, String(element.avatar_id ?? ''));
	need(avatar !== undefined, `${path}.avatar_id`, 'does not exist');
	need(avatar?.status === 3, `${path}.avatar_id`, 'is not ready');
}

/** The URLs among the elements. */
export const mediaOf = (elements: Element[]) =>
	elements.flatMap(({ url }) => (url !== undefined && /^https?:/i.test(url) ? [url] : []));
