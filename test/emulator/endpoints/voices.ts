import { z } from 'zod';

import { check, httpUrl, text, webhookUrl } from '../http/params';
import { Refusal, notYours, unknownRecord } from '../http/refusal';
import { get, post, type Call } from '../http/route';
import { createJob } from '../jobs/create';
import { resultUrls } from '../jobs/results';
import type { Job } from '../jobs/types';
import type { World } from '../world';
import { officialVoices } from './catalogue';

const rate = text.regex(/^\d{1,3}%$/, 'must be a percentage such as 100%').default('100%');
const speech = z.object({ input_text: text, voice_id: text, rate, webhookUrl }).strict();
const clone = z
	.object({ input_text: text, rate, voice_id: text.optional(), voice_url: httpUrl.optional(), webhookUrl })
	.strict();

function audioRecord(world: World, job: Job, uid: number): object {
	const done = world.jobs.status(job) === 3;
	const reason = world.shapes.failureReason ? world.jobs.reason(job) : undefined;
	return {
		_id: job.id,
		uid,
		status: world.jobs.status(job),
		url: done ? resultUrls(world, job)[0] : '',
		input_text: job.request.input_text,
		rate: job.request.rate,
		voice_id: job.request.voice_id ?? `own-${job.id}`,
		create_time: job.createdAt,
		duration: done ? 1000 : 0,
		...(reason === undefined ? {} : { error_reason: reason }),
	};
}

/** Voices made by cloning from a URL are the account's own. */
const ownVoices = ({ world, account }: Call) =>
	world.jobs.all.filter(
		(job) =>
			job.operation === 'audio' &&
			job.clientId === account.clientId &&
			typeof job.request.voice_url === 'string',
	);

function list(call: Call) {
	const { from } = check(z.object({ from: z.enum(['', '3', '4']).default('') }).strict(), call.query);
	const preview = `${call.world.mediaUrl}/tone.mp3`;
	const official = officialVoices.map(([voice_id, name, gender, accent], index) => ({
		_id: `5c000000000000000000000${index}`,
		voice_id,
		from: 3,
		name,
		gender,
		accent,
		description: `${name}, a ${accent} voice`,
		type: 1,
		preview,
	}));
	const own = ownVoices(call).map((job) => ({
		_id: job.id,
		voice_id: `own-${job.id}`,
		from: 4,
		name: `Own voice ${job.n}`,
		gender: '',
		accent: '',
		description: 'A cloned voice',
		type: 2,
		preview: job.request.voice_url,
	}));
	return { data: [...(from === '4' ? [] : official), ...(from === '3' ? [] : own)] };
}

function checkVoice(call: Call, voiceId: string): void {
	const isOfficial = officialVoices.some(([each]) => each === voiceId);
	if (isOfficial || ownVoices(call).some((job) => `own-${job.id}` === voiceId)) return;
	throw new Refusal(1003, `Parameter error: voice_id ${voiceId} does not exist`);
}

async function create(call: Call, isClone: boolean) {
	const { world, account } = call;
	const request = check<typeof speech | typeof clone>(isClone ? clone : speech, call.body);
	const voiceUrl = 'voice_url' in request ? request.voice_url : undefined;
	if (request.voice_id !== undefined) checkVoice(call, request.voice_id);
	else if (voiceUrl === undefined) {
		throw new Refusal(1003, 'Parameter error: voice_id or voice_url must be given');
	}
	const media = voiceUrl === undefined ? [] : [voiceUrl];
	const job = await createJob(world, {
		account,
		operation: 'audio',
		request,
		media,
		webhookUrl: request.webhookUrl,
	});
	return { data: audioRecord(world, job, account.uid) };
}

function info({ world, account, query }: Call) {
	const { audio_model_id } = check(z.object({ audio_model_id: text }).strict(), query);
	const job = world.jobs.find(audio_model_id);
	if (job?.kind !== 'audio') throw unknownRecord(audio_model_id);
	if (job.clientId !== account.clientId) throw notYours();
	return { data: audioRecord(world, job, account.uid) };
}

/** Field notes: Voices and audio. */
export const voiceRoutes = [
	get('/voice/list', list),
	post('/audio/create', (call) => create(call, false)),
	post('/audio/clone', (call) => create(call, true)),
	get('/audio/infobymodelid', info),
];
