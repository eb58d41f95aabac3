import { avatarsByUse, known, usableAvatar } from '../shared/lists/catalog';
import { choice, Failure, filters, optionalChoice, type Tools } from '../shared/operation';
import type { Element } from './elements/element';

/** service.md: Avatars */
export const avatarFrom = choice<'auto' | 2 | 3>('Avatar Source', {
	default: 'auto',
	options: [
		{ name: 'Detect Automatically', value: 'auto', description: 'Looked up in the list of avatars' },
		{ name: 'Official', value: 2, description: 'An avatar of the service' },
		{ name: 'Own', value: 3, description: 'An avatar that you uploaded, or that comes by its URL' },
	],
	description: 'The owner of the avatar, for an avatar that is in no list. In an expression: auto, 2, 3.',
});

/**
 * With the avatar_id of each name. `from` is undefined for two owners, and for an unknown avatar. If the list can't be
 * read, the service decides. @throws Failure for an avatar that you can't use
 */
export async function lookUpAvatars(elements: readonly Element[], tools: Tools) {
	const owners = new Set<number | undefined>(elements.some(isAvatarByUrl) ? [3] : []);
	const isNamed = ({ type, avatar_id: id }: Element) => type === 'avatar' && id !== undefined;
	const { all, fault } = elements.some(isNamed) ? await known(avatarsByUse, tools) : { all: [] };
	let unknown: string | undefined;
	const found = elements.map((element) => {
		if (!isNamed(element)) return element;
		const given = String(element.avatar_id);
		const avatar = usableAvatar(all, given);
		owners.add(avatar ? avatar.from : 3);
		if (!avatar && element.url === undefined) unknown ??= given;
		const id = avatar?.avatar_id ?? given;
		return id === given ? element : { ...element, avatar_id: id };
	});
	const [owner] = owners;
	const isOne = unknown === undefined && owners.size === 1;
	const from: 2 | 3 | undefined = isOne && (owner === 2 || owner === 3) ? owner : undefined;
	return { elements: found, from, unknown, fault };
}

type ChosenAvatars = Awaited<ReturnType<typeof lookUpAvatars>>;

/** @throws Failure when the owner is unknown, or the list could not be read */
export function avatarSource({ from, unknown, fault }: ChosenAvatars): 2 | 3 {
	if (from !== undefined) return from;
	if (fault) throw fault;
	throw new Failure(
		unknown === undefined
			? 'The avatars of this video are both official and own'
			: `The avatar list does not contain "${unknown}", so it is unknown whose avatar it is`,
		'changeField',
		{
			submitted: 'no',
			field: 'Avatar Source',
			description:
				'Check that this is an avatar_id of Avatar › Get Many (not its _id). If the avatar is in no list, add the option Avatar Source.',
		},
	);
}

export function isAvatarByUrl({ type, url, avatar_id: id }: Element): boolean {
	return type === 'avatar' && url !== undefined && id === undefined;
}

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
	return filters({ from });
}
