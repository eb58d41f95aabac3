import { AVATARS, usableAvatar } from '../shared/lists/catalog';
import { known } from '../shared/lists/entries';
import {
	choice,
	choiceSchema,
	filters,
	optionalChoice,
	quoted,
	search,
	wrongField,
	type Tools,
} from '../shared/operation';
import type { Element } from './elements/element';

const SOURCE = 'Avatar Source';
const OWNERS = [
	{ name: 'Official', value: 2, description: 'An avatar of the service' },
	{ name: 'Own', value: 3, description: 'An avatar that you uploaded, or that comes by its URL' },
] as const;

export const ownerSchema = choiceSchema<2 | 3>(OWNERS);

export const avatarFrom = choice<'auto' | 2 | 3>(SOURCE, {
	default: 'auto',
	options: [
		{ name: 'Detect Automatically', value: 'auto', description: 'Looked up in the list of avatars' },
		...OWNERS,
	],
	description: 'The owner of the avatar, for an avatar that is in no list. In an expression: auto, 2, 3.',
});

/** With their avatar_id and owner. If the list can't be read, the service decides. @throws Failure for an unusable one */
export async function lookUpAvatars(
	elements: readonly Element[],
	source: 'auto' | 2 | 3,
	isTalking: boolean,
	tools: Tools,
): Promise<{ elements: Element[]; from?: 2 | 3 }> {
	const isNamed = elements.some(({ avatar_id: id }) => id !== undefined);
	const { all, fault } = isNamed ? await known(AVATARS, tools) : { all: [] };
	const owners = new Set<number | undefined>();
	const found = elements.map((element) => {
		const { type, url, avatar_id: given } = element;
		if (type !== 'avatar') return element;
		const avatar = given === undefined ? undefined : usableAvatar(all, given);
		const isByUrl = url !== undefined && (isTalking || given === undefined);
		if (!avatar && !isByUrl && !fault && source === 'auto') {
			throw wrongField('Avatar', `Avatar ${quoted(given)} is not in the list of avatars`, IN_NO_LIST);
		}
		owners.add(isByUrl ? 3 : avatar?.from);
		return avatar?.avatar_id === undefined ? element : { ...element, avatar_id: avatar.avatar_id };
	});
	const [owner, ...others] = owners;
	const from = OWNERS.find(({ value }) => value === owner && others.length === 0);
	if (source === 'auto') {
		if (isTalking && !from)
			throw fault ?? wrongField(SOURCE, 'The avatars of this video are both official and own', IN_NO_LIST);
		return { elements: found, from: from?.value };
	}
	if (from && from.value !== source) {
		const message = `${SOURCE} must be ${from.name} for this avatar`;
		throw wrongField(SOURCE, message, `Choose ${from.name}.`, { suggestion: from.value });
	}
	return { elements: found, from: source };
}

const IN_NO_LIST = 'Give an avatar_id of Avatar › Get Many (not its _id), or add the option Avatar Source.';

/** `official` and `own` are the service's numbers for the two. */
export function sourceFilter<const V extends number>(things: string, official: V, own: V) {
	const from = optionalChoice<V>('From', {
		default: official,
		options: [
			{ name: 'Official', value: official, description: `${things} of the service` },
			{ name: 'Own', value: own, description: `${things} of your account` },
		],
		description: `Return the ${things.toLowerCase()} of the service, or your own`,
	});
	return filters({ from, search });
}
