import { quoted } from '../../shared/operation/issues';
import { isHttpUrl } from '../../shared/service/urls';
import { readColour } from '../colour';
import type { Element } from './element';

/** What is wrong with an element: the key, and the reason as a phrase that follows its name. */
export interface Flaw {
	key?: keyof Element;
	message: string;
}

/** What the elements of one kind of video must be. */
export interface Rules {
	types: readonly string[];
	/** Keys that only elements of the other kind have. */
	foreign: ReadonlyArray<keyof Element>;
	/** Where an element stands that fills the video. */
	whole: Partial<Element>;
	flawsOf(element: Element): Flaw[];
	/** What the elements together lack. */
	flawsOfAll(elements: readonly Element[]): string[];
}

/** The largest scale in an avatar video; a talking avatar has no limit (service.md: Limits). */
export const MOST_SCALE = 1;

/** Full size, from the upper-left corner of the video. */
const WHOLE = { scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0 };

/** service.md: Avatar videos. */
export const avatarVideoRules: Rules = {
	types: ['avatar', 'image', 'video'],
	foreign: ['width', 'height'],
	whole: { ...WHOLE, layerNumber: 1 },
	flawsOf: (element) => [
		...(element.type === 'avatar'
			? [...needs(element, 'avatarId'), ...excludes(element, 'url')]
			: [...needsAddress(element), ...excludes(element, 'avatarId')]),
		...exceeds(element, 'scaleX', MOST_SCALE),
		...exceeds(element, 'scaleY', MOST_SCALE),
	],
	flawsOfAll: () => [],
};

/** service.md: Talking avatars. */
export const talkingAvatarRules: Rules = {
	types: ['avatar', 'image', 'audio'],
	foreign: ['layerNumber', 'elementId'],
	whole: WHOLE,
	flawsOf(element) {
		if (element.type === 'audio') return [...needsAddress(element), ...excludes(element, 'avatarId')];
		const placed = (['scaleX', 'scaleY', 'offsetX', 'offsetY'] as const).flatMap((key) =>
			needs(element, key),
		);
		if (element.type === 'image') {
			return [...needsAddress(element, true), ...excludes(element, 'avatarId'), ...placed];
		}
		return [...oneAvatar(element), ...placed];
	},
	flawsOfAll: (elements) =>
		['avatar', 'audio']
			.filter((type) => elements.every((element) => element.type !== type))
			.map(
				(type) =>
					`must hold an element of the type ${type}: a talking avatar is made of both, avatar and audio`,
			),
};

function needs(element: Element, key: keyof Element): Flaw[] {
	if (element[key] !== undefined) return [];
	return [{ key, message: `must be given for an element of the type ${element.type}, but nothing was` }];
}

function excludes(element: Element, key: keyof Element): Flaw[] {
	if (element[key] === undefined) return [];
	return [{ key, message: `must be left out of an element of the type ${element.type}` }];
}

function exceeds(element: Element, key: 'scaleX' | 'scaleY', most: number): Flaw[] {
	const value = element[key];
	if (value === undefined || value <= most) return [];
	return [{ key, message: `must be at most ${most}, but ${value} was given` }];
}

function needsAddress(element: Element, orColour = false): Flaw[] {
	const { url } = element;
	if (url === undefined) return needs(element, 'url');
	if (isHttpUrl(url) || (orColour && readColour(url) !== undefined)) return [];
	const wanted = `a whole address that starts with http:// or https://${orColour ? ', or a colour such as #1a2b3c' : ''}`;
	return [{ key: 'url', message: `must be ${wanted}, but ${quoted(url)} was given` }];
}

/** An avatar has an id or an address, not both. */
function oneAvatar(element: Element): Flaw[] {
	if (element.url === undefined) return needs(element, 'avatarId');
	if (element.avatarId === undefined) return needsAddress(element);
	return [{ key: 'avatarId', message: 'must be left out when the URL of the avatar is given' }];
}
