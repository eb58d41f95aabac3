import { z } from 'zod';
import type { Media } from '../shared/media/input';
import { ItemFailure } from '../shared/operation/failure';
import { quoted } from '../shared/operation/issues';
import { isHttpUrl } from '../shared/service/urls';
import type { ChosenAvatars } from './chosenAvatars';
import { readColour } from './colour';
import type { Element } from './elements/element';
import { elementsOfForm, elementsOfJson } from './elements/read';
import { talkingAvatarRules } from './elements/rules';

/** The parameters that say what a talking avatar is made of. */
interface Given {
	elementsInput: 'simple' | 'fields' | 'json';
	avatarId?: string;
	audio?: Media;
	background?: string;
	elements?: unknown;
	elementsJson?: unknown;
	avatarFrom?: 2 | 3;
}

/** The size of the video, the only one that the service takes (interface: Limits). */
export const SIZE = { width: 3840, height: 2160 };

/** Full size, from the upper-left corner of the video. */
const WHOLE = { scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0 };

/**
 * The elements of a talking avatar; of a simple one without its audio, whose address is not known yet. What does not
 * fit is an issue (interface: Create talking avatar).
 */
export function talkingElements(given: Given, context: z.RefinementCtx): Element[] {
	if (given.elementsInput === 'simple') return simpleElements(given, context);
	const elements =
		given.elementsInput === 'json'
			? elementsOfJson(given.elementsJson, talkingAvatarRules, context)
			: elementsOfForm(given.elements, talkingAvatarRules, context);
	if (given.avatarFrom === 2 && elements.some(isAvatarByUrl)) {
		refuse(context, 'avatarFrom', 'must be Own when the URL of an avatar is given');
	}
	return elements;
}

function simpleElements({ avatarId, audio, background }: Given, context: z.RefinementCtx): Element[] {
	if (avatarId === undefined) refuse(context, 'avatarId', 'must be chosen, but nothing was given');
	if (audio === undefined) {
		refuse(context, 'audio', 'must be the sound that the avatar speaks, but nothing was given');
	}
	const url = background === undefined ? undefined : (readColour(background) ?? background);
	if (url !== undefined && readColour(url) === undefined && !isHttpUrl(url)) {
		refuse(
			context,
			'background',
			`must be a hexadecimal colour such as #1a2b3c, or the http(s) address of a picture, but ${quoted(url)} was given`,
		);
	}
	return [
		...(url === undefined ? [] : [{ type: 'image', url, ...WHOLE, ...SIZE }]),
		{ type: 'avatar', avatarId, ...WHOLE },
	];
}

/**
 * Whose avatar it is, for `avatar_from`: own when it comes by its URL, else as the avatar list says.
 * @throws ItemFailure when that can't be told; ServiceError when the list could not be read
 */
export function avatarSource(elements: readonly Element[], { from, unknown, fault }: ChosenAvatars): 2 | 3 {
	const byUrl = elements.some(isAvatarByUrl);
	const byId = elements.some(({ type, avatarId }) => type === 'avatar' && avatarId !== undefined);
	if (byUrl && (!byId || from === 3)) return 3;
	if (!byUrl && from !== undefined) return from;
	if (fault) throw fault;
	const [first] = unknown;
	throw new ItemFailure(
		first === undefined
			? 'The avatars of this video are official and own ones'
			: `The avatar list does not hold "${first}", so it can't be told whose avatar it is`,
		{
			submitted: 'no',
			description:
				'Check that this is an avatar_id (not the ID of a record), or choose Official or Own under Avatar From. Nothing was paid.',
		},
	);
}

function isAvatarByUrl({ type, url }: Element): boolean {
	return type === 'avatar' && url !== undefined;
}

function refuse(context: z.RefinementCtx, field: string, message: string): void {
	context.addIssue({ code: z.ZodIssueCode.custom, path: [field], message });
}
