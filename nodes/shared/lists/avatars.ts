import { avatarRecord, failureReason, jobStatus, listOf } from '../service/records';
import { session, sessionStatus, type AvatarRecord } from '../service/records';
import { Failure } from '../service/failure';
import type { Transport } from '../transport/transport';
import { readPages, type Listed, type RawRecord } from './pages';
import { cutAfter, findNamed, labelled, listSearch, type ListSearch } from './search';

/** Type of live sessions (service.md: Avatars). */
export const LIVE = 2;

const MOST_OFFERED = 2_000;

/** @throws Failure */
export async function readAvatars(
	transport: Transport,
	{ from, most }: { from?: 2 | 3; most?: number } = {},
): Promise<Listed> {
	return await readPages(
		transport,
		{ method: 'GET', path: '/avatar/list', query: { from }, intent: 'repeatable', group: 'avatarVideo' },
		({ _id, avatar_id }) => _id ?? avatar_id,
		most,
	);
}

export function avatarsOf(records: readonly RawRecord[]): AvatarRecord[] {
	return listOf(avatarRecord).parse(records);
}

/** A failed avatar may have been uploaded again, so it comes last. */
export async function avatarsByUse(transport: Transport): Promise<AvatarRecord[]> {
	const avatars = avatarsOf((await readAvatars(transport)).records);
	return avatars.sort((a, b) => Number(!isUsable(a)) - Number(!isUsable(b)));
}

const isFailed = ({ status }: AvatarRecord) => jobStatus(status) === 'failed';
const isUnfinished = ({ status }: AvatarRecord) => ['queued', 'processing'].includes(jobStatus(status));

/** Also when only the service knows (service.md: Avatars). */
const isUsable = (avatar: AvatarRecord) =>
	!isFailed(avatar) && !(avatar.type === LIVE && isUnfinished(avatar));

/** The avatar with this avatar_id or name. @throws Failure when you can't use it */
export function usableAvatar(avatars: readonly AvatarRecord[], given: string): AvatarRecord | undefined {
	const avatar = findNamed(avatars, given, ({ avatar_id: id }) => id);
	if (!avatar || isUsable(avatar)) return avatar;
	const { _id: id, avatar_id: name } = avatar;
	const status = jobStatus(avatar.status);
	const reason = failureReason(avatar, 'avatarVideo') ?? 'The service gives no reason';
	const [what, description] = isFailed(avatar)
		? ['could not be made', `${reason}. Upload it again, under another Avatar ID.`]
		: [`is not ready yet (${status})`, `Wait for it with Avatar Video › Avatar › Get and the ID ${id}.`];
	throw new Failure(`Avatar "${name}" ${what}`, { id, status, submitted: 'no', description });
}

export const searchAvatars = avatarSearch(({ avatar_id, type }) => (type === LIVE ? undefined : avatar_id));

/** service.md: Avatars */
export const searchAvatarRecords = avatarSearch(({ _id }) => _id);

/** service.md: Live avatar sessions */
export const searchLiveAvatars = avatarSearch(({ avatar_id, type = LIVE }) =>
	type === LIVE ? avatar_id : undefined,
);

function avatarSearch(valueOf: (avatar: AvatarRecord) => string | undefined): ListSearch {
	return listSearch(async (transport) => {
		const { records } = await readAvatars(transport, { most: MOST_OFFERED });
		const avatars = avatarsOf(records);
		avatars.sort((a, b) => Number(a.type === LIVE) - Number(b.type === LIVE));
		const entries = avatars.flatMap((avatar) => avatarEntry(avatar, valueOf(avatar)) ?? []);
		return records.length < MOST_OFFERED ? entries : [...entries, cutAfter(records)];
	});
}

export function avatarEntry(avatar: AvatarRecord, value: string | undefined) {
	if (value === undefined) return undefined;
	const { avatar_id: avatarId, name, from, type, url, thumbnailUrl, disabled } = avatar;
	const notes = [
		from === 2 && 'official',
		from === 3 && 'own',
		type === LIVE && 'for live sessions',
		isFailed(avatar) && 'failed',
		isUnfinished(avatar) && 'not ready',
		disabled === true && 'disabled',
	];
	return labelled(name ?? avatarId ?? value, notes, value, thumbnailUrl ?? url);
}

/** The body is empty, but there (service.md: Live avatar sessions, Pages). @throws Failure */
export async function readSessions(
	transport: Transport,
	{ status, most }: { status?: 1 | 2 | 3 | 4; most?: number } = {},
): Promise<Listed> {
	return await readPages(
		transport,
		{
			method: 'POST',
			path: '/liveAvatar/session/list',
			query: { status },
			body: {},
			intent: 'repeatable',
			fallbackToGet: true,
			group: 'liveAvatar',
		},
		({ _id }) => _id,
		most,
	);
}

export const searchSessions = listSearch(async (transport) => {
	const streaming = await readSessions(transport, { status: 2 });
	const queued = await readSessions(transport, { status: 1 });
	return sessionEntries([...streaming.records, ...queued.records]);
});

export function sessionEntries(records: readonly RawRecord[]) {
	return listOf(session)
		.parse(records)
		.map(({ _id: id, status, avatar_id: avatarId, create_time: created = NaN }) =>
			// The JSON of an invalid date is null.
			labelled(id, [sessionStatus(status), avatarId, new Date(created).toJSON()], id),
		);
}
