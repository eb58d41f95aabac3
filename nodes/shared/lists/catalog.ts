import { Failure, wrongField } from '../service/failure';
import { avatarRecord, failureReason, language, session, voice, type AvatarRecord } from '../service/records';
import { freeRequest } from '../service/request';
import { jobStatus, sessionStatus, STATUSES } from '../service/statuses';
import { quoted } from '../service/values';
import type { List } from './pages';
import { findNamed, type Entry } from './search';

const list = <R>(each: List<R>) => each;

export const SESSIONS = list({
	...{ noun: 'Session', key: 'id', record: session },
	// The body is empty, but there (service.md: Live avatar sessions, Pages).
	request: freeRequest('liveAvatar', 'POST', '/liveAvatar/session/list', { body: {}, fallbackToGet: true }),
	entryOf: ({ _id: id, status, avatar_id: avatarId, create_time: created = NaN }) => ({
		id,
		// The JSON of an invalid date is null.
		notes: [sessionStatus(status), avatarId, new Date(created).toJSON()],
	}),
});

export const LANGUAGES = list({
	...{ noun: 'Language', key: 'lang_code', record: language, isOnePage: true },
	request: freeRequest('videoTranslation', 'GET', '/language/list'),
	entryOf: ({ lang_code: id, lang_name: name, need_voice_id: needsVoice }) => ({
		...{ id, name, needsVoice, notes: [needsVoice && 'needs a voice ID'] },
	}),
	meant: languageMeant,
});

export const VOICES = list({
	...{ noun: 'Voice', key: 'voice_id', record: voice },
	request: freeRequest('avatarVideo', 'GET', '/voice/list'),
	entryOf: ({ voice_id: id, name, gender, language: spoken, accent, from, preview: url }) => ({
		...{ id, name, url, notes: [gender, spoken, accent, from === 4 && 'own'] },
	}),
});

/** A failed avatar may have been uploaded again, so it comes last. */
export const AVATARS = list({
	...{ noun: 'Avatar', key: 'avatar_id', record: avatarRecord },
	request: freeRequest('avatarVideo', 'GET', '/avatar/list'),
	entryOf: (avatar) => avatarEntry(avatar, avatar.avatar_id),
	rank: (avatar) => Number(!isUsable(avatar)),
});

/** Type of live sessions (service.md: Avatars). */
export const LIVE = 2;

const statusOf = ({ status }: AvatarRecord) => STATUSES[jobStatus(status)];
const isFailed = (avatar: AvatarRecord) => statusOf(avatar).failure !== undefined;
const isUnfinished = (avatar: AvatarRecord) => !statusOf(avatar).isFinal && statusOf(avatar).rank > 0;

const isUsable = (avatar: AvatarRecord) =>
	!isFailed(avatar) && !(avatar.type === LIVE && isUnfinished(avatar));

export function avatarEntry(avatar: AvatarRecord, id: string | undefined): Entry | undefined {
	if (id === undefined) return undefined;
	const { avatar_id: avatarId, name = avatarId, from, type, url, thumbnailUrl, disabled } = avatar;
	const notes = [
		from === 2 && 'official',
		from === 3 && 'own',
		type === LIVE && 'for live sessions',
		isFailed(avatar) && 'failed',
		isUnfinished(avatar) && 'not ready',
		disabled === true && 'disabled',
	];
	return { id, name, notes, url: thumbnailUrl ?? url };
}

/** As each operation finds it, by avatar_id or name. Undefined if no list has it. @throws Failure if you can't use it */
export function usableAvatar(
	avatars: readonly AvatarRecord[],
	given: string,
	use: 'video' | 'live' = 'video',
): AvatarRecord | undefined {
	const find = (some: readonly AvatarRecord[]) => findNamed(some, given, ({ avatar_id: id }) => id);
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

/** Deutsch, `ger` and `de-DE` mean `de`. */
function languageMeant(all: readonly Entry[], given: string): Entry | undefined {
	const typed = given.trim().toLowerCase();
	return all.find(({ id }) => {
		try {
			const ownName = new Intl.DisplayNames([id], { type: 'language' }).of(id) ?? '';
			return ownName.toLowerCase() === typed || new Intl.Locale(typed).language === id.toLowerCase();
		} catch {
			// One of the two is no code of a language.
			return false;
		}
	});
}
