import { knownAvatars, unusable } from '../shared/lists/avatars';
import { readVoices } from '../shared/lists/wholeLists';
import { choice, Failure, type Tools } from '../shared/operation';
import { jobStatus, voiceList } from '../shared/service/records';
import type { Element } from './elements/element';

/** service.md: Avatars */
export const avatarFrom = choice<'auto' | 2 | 3>('Avatar Source', {
	default: 'auto',
	options: [
		{
			name: 'Detect Automatically',
			value: 'auto',
			description: 'The node looks it up in the list of avatars',
		},
		{ name: 'Official', value: 2, description: 'An avatar of the service' },
		{ name: 'Own', value: 3, description: 'An avatar that you uploaded, or that comes by its URL' },
	],
	description: 'The owner of the avatar, for an avatar that is in no list. In an expression: auto, 2, 3.',
});

/**
 * If the list can't be read, the service decides. `from` is undefined for two owners, and for an unknown avatar.
 * @throws Failure for an avatar that you can't use; Failure
 */
export async function lookUpAvatars(elements: readonly Element[], { once, transport }: Tools) {
	const isByUrl = elements.some(isAvatarByUrl);
	const named = elements.filter(({ type, avatarId }) => type === 'avatar' && avatarId !== undefined);
	if (named.length === 0) return { elements, from: isByUrl ? (3 as const) : undefined };
	const { byId, fault } = await once('avatars', async () => {
		const { avatars, fault: why } = await knownAvatars(transport);
		// A failed avatar may have been uploaded again under its name, so the usable one is set last.
		const inOrder = [...avatars].sort((a, b) => Number(!unusable(a)) - Number(!unusable(b)));
		const byName = uniqueNames(inOrder);
		for (const avatar of inOrder) byName.set(avatar.avatar_id, avatar);
		return { byId: byName, fault: why };
	});
	if (fault?.scope === 'run') throw fault;
	const known = named.map(({ avatarId, url }) => ({ avatarId, url, avatar: byId.get(String(avatarId)) }));
	for (const { avatar } of known) {
		const refusal = avatar && unusable(avatar);
		if (!avatar || !refusal) continue;
		const { message, description } = refusal;
		const status = jobStatus(avatar.status);
		throw new Failure(message, { id: avatar._id, status, submitted: 'no', description });
	}
	const unknown = known.find(({ avatar, url }) => avatar === undefined && url === undefined);
	const owners = new Set([...known.map(({ avatar }) => (avatar ? avatar.from : 3)), ...(isByUrl ? [3] : [])]);
	const [owner] = owners;
	const isOne = unknown === undefined && owners.size === 1;
	const from: 2 | 3 | undefined = isOne && (owner === 2 || owner === 3) ? owner : undefined;
	const withId = (element: Element) => {
		const id = byId.get(String(element.avatarId))?.avatar_id;
		return id === undefined || id === String(element.avatarId) ? element : { ...element, avatarId: id };
	};
	return { elements: elements.map(withId), from, unknown: unknown && String(unknown.avatarId), fault };
}

/** A name that two have is nobody's. */
function uniqueNames<T extends { name?: string }>(all: readonly T[]): Map<string | undefined, T | undefined> {
	const byName = new Map<string | undefined, T | undefined>();
	for (const each of all) byName.set(each.name, byName.has(each.name) ? undefined : each);
	byName.delete(undefined);
	return byName;
}

/** The voice_id of a name. If the list can't be read, or has no such name, the service decides. */
export async function voiceIdOf(given: string, { once, transport }: Tools): Promise<string> {
	// Saves the request for what looks like an ID.
	if (!/\s|^\p{Lu}\p{Ll}*$/u.test(given)) return given;
	const voices = await once('voices', async () =>
		uniqueNames(voiceList.parse(await readVoices(transport).catch(() => []))),
	);
	return voices.get(given)?.voice_id ?? given;
}

type ChosenAvatars = Awaited<ReturnType<typeof lookUpAvatars>>;

/** @throws Failure when the owner is unknown; Failure when the list could not be read */
export function avatarSource({ from, unknown, fault }: ChosenAvatars): 2 | 3 {
	if (from !== undefined) return from;
	if (fault) throw fault;
	throw new Failure(
		unknown === undefined
			? 'The avatars of this video are both official and own'
			: `The avatar list does not contain "${unknown}", so it is unknown whose avatar it is`,
		{
			submitted: 'no',
			description:
				'Check that this is an avatar_id of Avatar › Get Many (not its _id). If the avatar is in no list, add the option Avatar Source.',
		},
	);
}

export function isAvatarByUrl({ type, url, avatarId }: Element): boolean {
	return type === 'avatar' && url !== undefined && avatarId === undefined;
}
