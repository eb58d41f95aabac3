import { Refusal } from '../http/refusal';
import type { Account } from '../accounts';
import type { Job } from '../jobs/types';
import type { World } from '../world';

/** An official avatar of the service. Type 1 is for videos, 2 for live sessions. */
export interface OfficialAvatar {
	id: string;
	avatarId: string;
	name: string;
	gender: string;
	type: 1 | 2;
}

/** The four avatars for live sessions (service.md: Live avatar sessions), and six for videos. */
export const sampleAvatars: OfficialAvatar[] = [
	...['Ada', 'Ben', 'Cleo', 'Dan'].map((name, index) => ({
		id: `5a000000000000000000000${index}`,
		avatarId: `${name}_1080P_back`,
		name,
		gender: index % 2 === 0 ? 'female' : 'male',
		type: 2 as const,
	})),
	...['Eve', 'Finn', 'Gus', 'Hana', 'Ivo', 'Jun'].map((name, index) => ({
		id: `5b000000000000000000000${index}`,
		avatarId: `${name.toLowerCase()}2024`,
		name,
		gender: ['Eve', 'Hana'].includes(name) ? 'female' : 'male',
		type: 1 as const,
	})),
];

/** What an avatar is to those who use it by `avatar_id`. */
export interface UsableAvatar {
	type: number;
	status: number;
	from: 2 | 3;
}

/** The avatars an account has uploaded. */
export function ownAvatars(world: World, account: Account): Job[] {
	return world.jobs.all.filter((job) => job.operation === 'avatar' && job.clientId === account.clientId);
}

export function findAvatar(world: World, account: Account, avatarId: string): UsableAvatar | undefined {
	const official = world.avatars.find((avatar) => avatar.avatarId === avatarId);
	if (official) return { type: official.type, status: 3, from: 2 };
	const own = ownAvatars(world, account).find(({ request }) => request.avatar_id === avatarId);
	return own && { type: Number(own.request.type), status: world.jobs.status(own), from: 3 };
}

/** Voices that an account made by cloning from a URL. */
export const ownVoices = (world: World, { clientId }: Pick<Account, 'clientId'>) =>
	world.jobs.all.filter(
		(job) =>
			job.operation === 'audio' && job.clientId === clientId && typeof job.request.voice_url === 'string',
	);

/** Whether an account may speak with a voice. */
export const hasVoice = (world: World, account: Pick<Account, 'clientId'>, voiceId: string) =>
	officialVoices.some(([each]) => each === voiceId) ||
	ownVoices(world, account).some(({ id }) => `own-${id}` === voiceId);

export function refuseUnknownVoice(world: World, account: Account, voiceId: string): void {
	if (hasVoice(world, account, voiceId)) return;
	throw new Refusal(1003, `Parameter error: voice_id ${voiceId} does not exist`);
}

/** Voices: `voice_id`, name, gender, accent. */
export const officialVoices = [
	['voice-amy', 'Amy', 'female', 'British'],
	['voice-carl', 'Carl', 'male', 'American'],
	['voice-dora', 'Dora', 'female', 'German'],
	['voice-elio', 'Elio', 'male', 'Italian'],
	['voice-fumi', 'Fumi', 'female', 'Japanese'],
] as const;

/** Languages of video translation: `lang_code` and `lang_name`. */
export const languages = [
	['en', 'English'],
	['de', 'German'],
	['fr', 'French'],
	['es', 'Spanish'],
	['it', 'Italian'],
	['pt', 'Portuguese'],
	['nl', 'Dutch'],
	['pl', 'Polish'],
	['tr', 'Turkish'],
	['hi', 'Hindi'],
	['ar', 'Arabic'],
	['ja', 'Japanese'],
	['ko', 'Korean'],
	['zh', 'Chinese'],
] as const;
