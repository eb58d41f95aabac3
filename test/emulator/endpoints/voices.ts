import { z } from 'zod/v3';

import { get, getRecord, post, type Call } from '../http/call';
import { httpUrl, pageOf, paging, text, webhookUrl } from '../http/params';
import { need } from '../http/refusal';
import type { Emulator } from '../index';
import { lookAt } from '../jobs/look';
import type { Job } from '../jobs/types';
import { officialVoices, ownVoices, refuseUnknownVoice } from './catalogue';

const rate = text.regex(/^[1-9]\d{0,2}%$/, 'must be a percentage such as 100%').default('100%');
const speech = { input_text: text, voice_id: text.optional(), rate, webhookUrl };
const schemas = {
	create: z.object({ ...speech, voice_id: text, voice_url: z.undefined() }).strict(),
	clone: z.object({ ...speech, voice_url: httpUrl.optional() }).strict(),
};

function audioRecord(world: Emulator, job: Job): object {
	const { head, status, isDone, urls, failure } = lookAt(world, job);
	const { input_text, rate: speed, voice_id = `own-${job.id}` } = job.request;
	return {
		...{ ...head, status, url: urls[0] ?? '', input_text, rate: speed, voice_id },
		...{ duration: isDone ? 1000 : 0, ...failure },
	};
}

function list({ world, account, query }: Call) {
	const filter = query(z.object({ ...paging, from: z.enum(['', '3', '4']).default('') }).strict());
	const { from } = filter;
	const preview = `${world.mediaUrl}/tone.mp3`;
	const official = officialVoices.map(([voice_id, { name, gender, accent }], index) => ({
		...{ _id: `5c000000000000000000000${index}`, voice_id, from: 3, name, gender, accent },
		...{ description: `${name}, a ${accent} voice`, type: 1, preview },
	}));
	const own = ownVoices(world, account.clientId).map((job) => ({
		...{
			_id: job.id,
			voice_id: `own-${job.id}`,
			from: 4,
			name: `Own voice ${job.n}`,
			gender: '',
			accent: '',
		},
		...{ description: 'A cloned voice', type: 2, preview: job.request.voice_url },
	}));
	return { data: pageOf([...(from === '4' ? [] : official), ...(from === '3' ? [] : own)], filter).list };
}

function create(call: Call, path: keyof typeof schemas) {
	const { world } = call;
	const request = call.body<(typeof schemas)['create' | 'clone']>(schemas[path]);
	const { voice_id, voice_url } = request;
	if (voice_id !== undefined) refuseUnknownVoice(call, voice_id);
	else need(voice_url !== undefined, 'voice_id or voice_url', 'must be given');
	return { data: audioRecord(world, call.create('audio', request)) };
}

/** service.md: Voices and audio. */
export const voiceRoutes = [
	get('/voice/list', list),
	post('/audio/create', (call) => create(call, 'create')),
	post('/audio/clone', (call) => create(call, 'clone')),
	getRecord('/audio/infobymodelid', 'audio_model_id', 'audio', audioRecord),
];
