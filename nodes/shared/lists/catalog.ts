import { asError, Failure, wrongField } from '../service/failure';
import { avatarRecord, failureReason, languageList, listOf } from '../service/records';
import { session, voiceList, type AvatarRecord } from '../service/records';
import { jobStatus, sessionStatus, STATUSES } from '../service/statuses';
import { freeRequest } from '../service/request';
import { quoted } from '../service/values';
import type { Transport } from '../transport/transport';
import { rawRecord, readPages, type Listed, type RawRecord } from './pages';
import { cutAfter, findNamed, labelled, listSearch, type ListSearch } from './search';

/** Type of live sessions (service.md: Avatars). */
export const LIVE = 2;

const MOST_OFFERED = 2_000;

export async function readAvatars(
	transport: Transport,
	{ from, most }: { from?: 2 | 3; most?: number } = {},
): Promise<Listed> {
	const request = freeRequest('avatarVideo', 'GET', '/avatar/list', { query: { from } });
	return await readPages(transport, request, ({ _id, avatar_id }) => _id ?? avatar_id, most);
}

const avatarList = listOf(avatarRecord);

/** A failed avatar may have been uploaded again, so it comes last. */
export async function avatarsByUse(transport: Transport): Promise<AvatarRecord[]> {
	const avatars = avatarList.parse((await readAvatars(transport)).records);
	return avatars.sort((a, b) => Number(!isUsable(a)) - Number(!isUsable(b)));
}

const statusOf = ({ status }: AvatarRecord) => STATUSES[jobStatus(status)];
const isFailed = (avatar: AvatarRecord) => statusOf(avatar).failure !== undefined;
const isUnfinished = (avatar: AvatarRecord) => !statusOf(avatar).isFinal && statusOf(avatar).rank > 0;

/** Also when only the service knows (service.md: Avatars). */
const isUsable = (avatar: AvatarRecord) =>
	!isFailed(avatar) && !(avatar.type === LIVE && isUnfinished(avatar));

/**
 * The avatar with this avatar_id or name, as each operation finds it. Undefined if no list has it.
 * @throws Failure when you can't use it
 */
export function usableAvatar(
	avatars: readonly AvatarRecord[],
	given: string,
	use: 'video' | 'live' = 'video',
): AvatarRecord | undefined {
	const find = (list: readonly AvatarRecord[]) => findNamed(list, given, ({ avatar_id: id }) => id);
	const avatar = find(avatars.filter(({ type = LIVE }) => use === 'video' || type === LIVE));
	if (!avatar) {
		const other = avatars.find(({ _id }) => _id === given);
		const isRecord = `Avatar ${quoted(given)} is the _id of an avatar`;
		if (other) throw wrongField('Avatar', isRecord, undefined, { suggestion: other.avatar_id });
		if (!find(avatars)) return undefined;
		const description = 'Choose another, or upload its video again with the type For Live Sessions.';
		throw wrongField('Avatar', `Avatar ${quoted(given)} is for videos, not for live sessions`, description);
	}
	if (isUsable(avatar)) return avatar;
	const { _id: id, avatar_id: name } = avatar;
	const status = jobStatus(avatar.status);
	const reason = failureReason(avatar, 'avatarVideo') ?? 'The service gives no reason';
	const [what, next, description] = isFailed(avatar)
		? ['could not be made', 'changeFile' as const, `${reason}. Upload it again, under another Avatar ID.`]
		: [`is not ready (${status})`, 'runAgainLater' as const, `Wait with Avatar › Get and the ID ${id}.`];
	throw new Failure(`Avatar "${name}" ${what}`, next, { id, status, submitted: 'no', description });
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
		const avatars = avatarList.parse(records);
		avatars.sort((a, b) => Number(a.type === LIVE) - Number(b.type === LIVE));
		const entries = avatars.flatMap((avatar) => avatarEntry(avatar, valueOf(avatar)) ?? []);
		return records.length < MOST_OFFERED ? entries : [...entries, cutAfter(records)];
	});
}

export const avatarEntries = (records: readonly RawRecord[]) =>
	avatarList.parse(records).flatMap((avatar) => avatarEntry(avatar, avatar.avatar_id) ?? []);

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
	const how = { query: { status }, body: {}, fallbackToGet: true };
	const request = freeRequest('liveAvatar', 'POST', '/liveAvatar/session/list', how);
	return await readPages(transport, request, ({ _id }) => _id, most);
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

/** service.md: Video translation. @throws Failure */
export async function readLanguages(transport: Transport): Promise<RawRecord[]> {
	const how = { isList: true, waitsForOutage: true };
	const request = freeRequest('videoTranslation', 'GET', '/language/list', how);
	return await transport.send(request, listOf(rawRecord, ['lang_list', 'result']));
}

export const DETECT = { id: 'DEFAULT', name: 'Detect Automatically' };

export const languagesOf = async (transport: Transport): Promise<Named[]> =>
	namedLanguages(await readLanguages(transport));

const namedLanguages = (records: readonly RawRecord[]): Named[] =>
	languageList.parse(records).map(({ lang_code: id, lang_name: name, need_voice_id: needsVoice }) => ({
		...{ id, name, needsVoice },
	}));

export const languageEntries = (records: readonly RawRecord[]) =>
	namedLanguages(records).map(({ id, name = id, needsVoice }) =>
		labelled(name, [needsVoice && 'needs a voice ID'], id),
	);

const sortedLanguages = async (transport: Transport) =>
	languageEntries(await readLanguages(transport)).sort((a, b) => a.name.localeCompare(b.name));

export const searchLanguages = listSearch(sortedLanguages);

export const searchSpokenLanguages = listSearch(async (transport) => [
	labelled(DETECT.name, [], DETECT.id),
	...(await sortedLanguages(transport)),
]);

/** service.md: Voices and audio. @throws Failure */
export async function readVoices(transport: Transport, from?: 3 | 4): Promise<Listed> {
	const request = freeRequest('avatarVideo', 'GET', '/voice/list', { query: { from } });
	return await readPages(transport, request, ({ voice_id }) => voice_id);
}

export async function voicesOf(transport: Transport) {
	const voices = voiceList.parse((await readVoices(transport)).records);
	return voices.map(({ voice_id: id, name }) => ({ id, name }));
}

export const searchVoices = listSearch(async (transport) => {
	const { records, isWhole } = await readVoices(transport);
	const entries = voiceEntries(records);
	return isWhole ? entries : [...entries, cutAfter(entries)];
});

export const voiceEntries = (records: readonly RawRecord[]) =>
	voiceList
		.parse(records)
		.map(({ voice_id: value, name = value, gender, language, accent, from, preview }) =>
			labelled(name, [gender, language, accent, from === 4 && 'own'], value, preview),
		);

export type List<T> = (transport: Transport) => Promise<T[]>;

export interface Asking {
	transport: Transport;
	once: <T>(key: string, make: () => Promise<T>) => Promise<T>;
}

/** `fault` says why the list is missing, and empty. @throws Failure when nothing more can be created */
export async function known<T>(list: List<T>, { once, transport }: Asking) {
	return await once(`list ${list.name}`, async (): Promise<{ all: T[]; fault?: Failure }> => {
		try {
			return { all: await list(transport) };
		} catch (error) {
			if (!(error instanceof Failure) || error.scope === 'run') throw asError(error);
			return { all: [], fault: error };
		}
	});
}

export type Named = { id: string; name?: string; needsVoice?: boolean };
