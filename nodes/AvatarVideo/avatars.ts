import { knownAvatars, unusable } from '../shared/lists/avatars';
import { ItemFailure } from '../shared/operation/failure';
import { choice } from '../shared/operation/parameters/builders';
import type { Tools } from '../shared/operation/types';
import { jobStatus } from '../shared/service/status';
import type { ServiceError } from '../shared/transport/serviceError';
import type { Element } from './elements/element';

/** Who owns an avatar, in the service's numbers (service.md: Avatars). */
export const avatarFrom = choice<'auto' | 2 | 3>('Whose Avatar', {
	default: 'auto',
	options: [
		{
			name: 'As the List Says',
			value: 'auto',
			description: 'The node finds the avatar in the lists of the service and of the account',
		},
		{ name: 'Official', value: 2, description: 'An avatar of the service' },
		{ name: 'Own', value: 3, description: 'An avatar that was uploaded, or that comes by its URL' },
	],
	description:
		'Who owns the avatar, which the service wants to know. Leave this as it is, unless the avatar is in no list. In an expression: auto, 2 (official) or 3 (own).',
});

/** What the avatar list knows of the avatars of elements. */
interface ChosenAvatars {
	/** Who owns them: 2 official, 3 own (service.md: Avatars); undefined when some are unknown, or when there are both. */
	from?: 2 | 3;
	/** An id that the list does not hold. */
	unknown?: string;
	/** Why there was no list. */
	fault?: ServiceError;
}

/**
 * Looks up the avatars of elements; all items of a run share one reading of the list. One that is given by its URL is an
 * own one. When the list can't be had, nothing is refused: the service decides.
 * @throws ItemFailure when one of them can't be used, yet or ever; ServiceError when nothing more can be created
 */
export async function lookUpAvatars(
	elements: readonly Element[],
	{ once, transport }: Tools,
): Promise<ChosenAvatars> {
	const isByUrl = elements.some(isAvatarByUrl);
	const ids = elements.flatMap(({ avatarId }) => (avatarId === undefined ? [] : String(avatarId)));
	if (ids.length === 0) return { from: isByUrl ? 3 : undefined };
	const { byId, fault } = await once('avatars', async () => {
		const { avatars, fault: why } = await knownAvatars(transport);
		// One that failed may have been uploaded once more: of a name the one that can be used counts, as it is set last.
		const inOrder = [...avatars].sort((a, b) => Number(!unusable(a)) - Number(!unusable(b)));
		return { byId: new Map(inOrder.map((avatar) => [avatar.avatar_id, avatar])), fault: why };
	});
	if (fault?.stopsEverything) throw fault;
	const found = ids.flatMap((id) => byId.get(id) ?? []);
	for (const avatar of found) {
		const refusal = unusable(avatar);
		if (refusal === undefined) continue;
		const { message, description } = refusal;
		const status = jobStatus(avatar.status);
		throw new ItemFailure(message, { id: avatar._id, status, submitted: 'no', description });
	}
	const unknown = ids.find((id) => !byId.has(id));
	const owners = new Set([...found.map(({ from }) => from), ...(isByUrl ? [3] : [])]);
	const [owner] = owners;
	const isOne = unknown === undefined && owners.size === 1;
	return { from: isOne && (owner === 2 || owner === 3) ? owner : undefined, unknown, fault };
}

/**
 * Who owns the avatar, for `avatar_from` of a talking avatar.
 * @throws ItemFailure when that can't be told; ServiceError when the list could not be read
 */
export function avatarSource({ from, unknown, fault }: ChosenAvatars): 2 | 3 {
	if (from !== undefined) return from;
	if (fault) throw fault;
	throw new ItemFailure(
		unknown === undefined
			? 'The avatars of this video are official and own ones'
			: `The avatar list does not contain "${unknown}", so it is unknown whose avatar it is`,
		{
			submitted: 'no',
			description:
				'Check that this is an avatar_id of Avatar › Get Many (not its _id). For one that is in no list say under Whose Avatar: Official or Own. Nothing was paid.',
		},
	);
}

export function isAvatarByUrl({ type, url }: Element): boolean {
	return type === 'avatar' && url !== undefined;
}
