import type { z } from 'zod/v3';
import { quoted, refuse } from '../../shared/operation/parameters/messages';
import { isHttpUrl } from '../../shared/service/urls';
import { readColour } from '../colour';
import type { Element } from './element';

type Key = keyof Element;

/** What the elements of one kind of video must be. */
export interface Rules {
	types: readonly string[];
	/** Keys that only elements of the other kind have. */
	foreign: readonly Key[];
	/** Where an element stands that fills the video. */
	whole: Partial<Element>;
	/**
	 * A talking avatar is made of an avatar and an audio. Its avatars may also be given by their URL, its images may be
	 * colours, all that can be seen needs a place, and no scale is too large (service.md: Talking avatars, Limits).
	 */
	isTalking: boolean;
}

/** The largest scale in an avatar video (service.md: Limits). */
export const MOST_SCALE = 1;

/** Full size, from the upper-left corner of the video. */
const WHOLE = { scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0 };
const PLACE: readonly Key[] = ['scaleX', 'scaleY', 'offsetX', 'offsetY'];

/** service.md: Avatar videos. */
export const avatarVideoRules: Rules = {
	types: ['avatar', 'image', 'video'],
	foreign: ['width', 'height'],
	whole: { ...WHOLE, layerNumber: 1 },
	isTalking: false,
};

/** service.md: Talking avatars. */
export const talkingAvatarRules: Rules = {
	types: ['avatar', 'image', 'audio'],
	foreign: ['layerNumber', 'elementId'],
	whole: WHOLE,
	isTalking: true,
};

/** Refuses what is wrong with an element, each flaw under its key. */
export function checkElement(element: Element, rules: Rules, context: z.RefinementCtx): void {
	const { type, url } = element;
	const { isTalking, types, foreign } = rules;
	const flaw = (key: Key, message: string) => void refuse(context, message, [key]);
	if (!types.includes(type)) {
		flaw('type', `must be one of ${types.join(', ')}, but ${quoted(type)} was given`);
		return;
	}
	const isAvatarByUrl = isTalking && type === 'avatar' && url !== undefined;
	const isByUrl = type !== 'avatar' || isAvatarByUrl;
	const needed: Key[] = [isByUrl ? 'url' : 'avatarId', ...(isTalking && type !== 'audio' ? PLACE : [])];
	for (const key of needed.filter((each) => element[each] === undefined)) {
		flaw(key, `must be given for an element of the type ${type}, but nothing was`);
	}
	const mayBeColour = isTalking && type === 'image';
	const isColour = mayBeColour && url !== undefined && readColour(url) !== undefined;
	if (isByUrl && url !== undefined && !isHttpUrl(url) && !isColour) {
		const wanted = `one whole address that starts with http:// or https://${mayBeColour ? ', or a colour such as #1a2b3c' : ''}`;
		flaw('url', `must be ${wanted}, but ${quoted(url)} was given`);
	}
	const excluded: Key[] = [isByUrl ? 'avatarId' : 'url', ...foreign];
	for (const key of excluded.filter((each) => element[each] !== undefined)) {
		flaw(key, `must be left out of an element of the type ${type}${isAvatarByUrl ? ' with a URL' : ''}`);
	}
	for (const key of ['scaleX', 'scaleY'] as const) {
		const value = element[key];
		if (isTalking || value === undefined || value <= MOST_SCALE) continue;
		flaw(key, `must be at most ${MOST_SCALE}, but ${value} was given`);
	}
}
