import type { Call } from '../http/call';
import { need } from '../http/refusal';
import type { Emulator } from '../index';
import catalogue from './catalogue.json';

/** Voices by `voice_id`, and languages of video translation, `lang_name` by `lang_code`. */
export const [officialVoices, languages] = [
	Object.entries(catalogue.voices),
	Object.entries(catalogue.languages),
];

const female = ['Ada', 'Cleo', 'Eve', 'Hana'];

/** The four avatars for live sessions (type 2), and six for videos (service.md: Live avatar sessions, Avatars). */
export const sampleAvatars = [
	['5a', 'Ada', 'Ben', 'Cleo', 'Dan'],
	['5b', 'Eve', 'Finn', 'Gus', 'Hana', 'Ivo', 'Jun'],
].flatMap(([start = '', ...names]) =>
	names.map((name, index) => ({
		id: `${start}000000000000000000000${index}`,
		avatarId: start === '5a' ? `${name}_1080P_back` : `${name.toLowerCase()}2024`,
		name,
		gender: female.includes(name) ? 'female' : 'male',
		type: start === '5a' ? 2 : 1,
	})),
);

/** An avatar for use by `avatar_id`: official (2) or uploaded (3). */
export function findAvatar(call: Call, avatarId: string) {
	const official = sampleAvatars.find((avatar) => avatar.avatarId === avatarId);
	if (official) return { type: official.type, status: 3, from: 2 };
	const own = call.own('avatar').find(({ request }) => request.avatar_id === avatarId);
	return own && { type: Number(own.request.type), status: call.world.jobs.status(own), from: 3 };
}

/** Voices that an account cloned from a URL. */
export const ownVoices = ({ jobs }: Emulator, clientId: string) =>
	jobs.all.filter(
		(job) =>
			job.operation === 'audio' && job.clientId === clientId && typeof job.request.voice_url === 'string',
	);

export const hasVoice = (world: Emulator, clientId: string, voiceId: string) =>
	officialVoices.some(([each]) => each === voiceId) ||
	ownVoices(world, clientId).some(({ id }) => `own-${id}` === voiceId);

export function refuseUnknownVoice({ world, account }: Call, voiceId: string): void {
	need(hasVoice(world, account.clientId, voiceId), `voice_id ${voiceId}`, 'does not exist');
}
