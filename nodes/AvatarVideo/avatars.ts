import { avatarsOf, isUnfinished, readAvatars } from '../shared/lists';
import { ItemFailure } from '../shared/operation/failure';
import { choice } from '../shared/operation/parameter';
import type { Tools } from '../shared/operation/types';
import type { AvatarRecord } from '../shared/service/records';
import { jobStatus } from '../shared/service/status';
import { ServiceError } from '../shared/transport/errors';
import type { Element } from './elements/element';

/** Who owns an avatar, in the service's numbers (service.md: Avatars). */
export const avatarFrom = choice<'auto' | 2 | 3>('Avatar From', {
	default: 'auto',
	options: [
		{ name: 'Look It Up', value: 'auto', description: 'As the lists of official and own avatars say' },
		{ name: 'Official', value: 2, description: 'An avatar of the service' },
		{ name: 'Own', value: 3, description: 'An avatar that was uploaded, or that comes by its URL' },
	],
	description:
		'Who owns the avatar. Needed only for one that is not in the list of avatars. In an expression: auto, 2 (official) or 3 (own).',
});

/** Avatars that live sessions use too; they must be completed before (service.md: Avatars). */
const STREAM = 2;

/** What the avatar list knows of the avatars that elements name by their ids. */
export interface ChosenAvatars {
	/** 2 official, 3 own (service.md: Avatars); undefined when some are unknown, or when there are both. */
	from?: 2 | 3;
	/** The ids that the list does not hold. */
	unknown: string[];
	/** Why there was no list. */
	fault?: ServiceError;
}

/**
 * Looks up the avatars of elements; all items of a run share one reading of the list. When the list can't be had,
 * nothing is refused: the service decides.
 * @throws ItemFailure when one of them can't be used, yet or ever; ServiceError when nothing more can be created
 */
export async function lookUpAvatars(elements: readonly Element[], tools: Tools): Promise<ChosenAvatars> {
	const ids = [
		...new Set(elements.flatMap(({ type, avatarId }) => (type === 'avatar' ? (avatarId ?? []) : []))),
	];
	if (ids.length === 0) return { unknown: [] };
	const { known, fault } = await tools.once('avatars', async () => await readKnown(tools));
	if (fault?.stopsEverything) throw fault;
	const found = ids.flatMap((id) => known.get(id) ?? []);
	for (const avatar of found) requireUsable(avatar);
	const sources = new Set(found.map(({ from }) => from));
	const [from] = sources;
	const isOne = found.length === ids.length && sources.size === 1;
	return {
		unknown: ids.filter((id) => !known.has(id)),
		...(fault && { fault }),
		...(isOne && (from === 2 || from === 3) && { from }),
	};
}

interface AvatarList {
	known: ReadonlyMap<string, AvatarRecord>;
	fault?: ServiceError;
}

async function readKnown({ transport }: Tools): Promise<AvatarList> {
	let fault: ServiceError | undefined;
	const records = await readAvatars(transport).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		fault = error;
		return [];
	});
	const known = new Map(
		avatarsOf(records).flatMap((avatar) =>
			avatar.avatar_id === undefined ? [] : [[avatar.avatar_id, avatar]],
		),
	);
	return { known, ...(fault && { fault }) };
}

/** @throws ItemFailure for a failed avatar, and for a stream avatar that is not completed */
export function requireUsable(avatar: AvatarRecord): void {
	const { _id: id, avatar_id: avatarId, type } = avatar;
	const status = jobStatus(avatar.status);
	if (status === 'failed') {
		throw new ItemFailure(`Avatar "${avatarId}" could not be made, so no video can be made with it`, {
			id,
			status,
			submitted: 'no',
			description: `${avatar.error_reason ?? 'The service gives no reason'}. Upload the avatar again, under another Avatar ID, or choose another one.`,
		});
	}
	if (type !== STREAM || !isUnfinished(avatar)) return;
	throw new ItemFailure(`Avatar "${avatarId}" is not ready yet: it is ${status}`, {
		id,
		status,
		submitted: 'no',
		description: `A stream avatar can be used once it is completed. Wait for it with the operation Get of the resource Avatar, the ID ${id} and Wait for Completion.`,
	});
}

/**
 * Who owns the avatar, for `avatar_from` of a talking avatar: own when it is given by its URL, else as the avatar list
 * says.
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
			: `The avatar list does not contain "${first}", so it is unknown whose avatar it is`,
		{
			submitted: 'no',
			description:
				'Check that this is an avatar_id (not the ID of a record), or choose Official or Own under Avatar From. Nothing was paid.',
		},
	);
}

export function isAvatarByUrl({ type, url }: Element): boolean {
	return type === 'avatar' && url !== undefined;
}
