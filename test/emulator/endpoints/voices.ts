import { z } from 'zod/v3';

import { httpUrl, text, webhookUrl } from '../http/params';
import { Refusal, notYours, unknownRecord } from '../http/refusal';
import { get, post, type Call, type Route } from '../http/route';
import { createJob } from '../jobs/create';
import { lookAt } from '../jobs/look';
import type { Job } from '../jobs/types';
import type { World } from '../world';
import { officialVoices, ownVoices, refuseUnknownVoice } from './catalogue';
import { refuseFlaws } from './flaws';

const rate = text.regex(/^\d{1,3}%$/, 'must be a percentage such as 100%').default('100%');
const speech = z.object({ input_text: text, voice_id: text, rate, webhookUrl }).strict();
const clone = z
	.object({ input_text: text, rate, voice_id: text.optional(), voice_url: httpUrl.optional(), webhookUrl })
	.strict();

function audioRecord(world: World, job: Job, uid: number): object {
	const { status, isDone, urls, saidReason, saidCode } = lookAt(world, job);
	return {
		_id: job.id,
		uid,
		status,
		url: urls[0] ?? '',
		input_text: job.request.input_text,
		rate: job.request.rate,
		voice_id: job.request.voice_id ?? `own-${job.id}`,
		create_time: job.createdAt,
		duration: isDone ? 1000 : 0,
		error_reason: saidReason,
		error_code: saidCode,
	};
}

function list({ world, account, query }: Call) {
	const { from } = query(z.object({ from: z.enum(['', '3', '4']).default('') }).strict());
	const preview = `${world.mediaUrl}/tone.mp3`;
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
	const own = ownVoices(world, account).map((job) => ({
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

async function create({ world, account, body }: Call, path: 'create' | 'clone') {
	const request = body<typeof speech | typeof clone>(path === 'clone' ? clone : speech);
	const voiceUrl = 'voice_url' in request ? request.voice_url : undefined;
	if (request.voice_id !== undefined) refuseUnknownVoice(world, account, request.voice_id);
	else if (voiceUrl === undefined) {
		throw new Refusal(1003, 'Parameter error: voice_id or voice_url must be given');
	}
	const media = voiceUrl === undefined ? [] : [voiceUrl];
	refuseFlaws(media, { corrupt: 1201, codes: [1201] });
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
	const { audio_model_id } = query(z.object({ audio_model_id: text }).strict());
	const job = world.jobs.find(audio_model_id);
	if (job?.kind !== 'audio') throw unknownRecord(audio_model_id);
	if (job.clientId !== account.clientId) throw notYours();
	return { data: audioRecord(world, job, account.uid) };
}

/** service.md: Voices and audio. */
export const voiceRoutes: Route[] = [
	get('/voice/list', list),
	post('/audio/create', (call) => create(call, 'create')),
	post('/audio/clone', (call) => create(call, 'clone')),
	get('/audio/infobymodelid', info),
];
