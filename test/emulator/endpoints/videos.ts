import { z } from 'zod/v3';

import { get, getRecord, post, type Call } from '../http/call';
import { httpUrl, number, text, webhookUrl } from '../http/params';
import type { Emulator } from '../index';
import { lookAt } from '../jobs/look';
import type { Job } from '../jobs/types';
import { Refusal } from '../http/refusal';
import restOfRecord from '../restOfRecord.json';
import { languages } from './catalogue';

/** A video record; the URL is empty until it is completed (service.md: Video records). */
export function videoRecord(world: Emulator, job: Job): object {
	const { head, status, isDone, urls, failure } = lookAt(world, job);
	return {
		...head,
		video_id: job.jobId,
		task_id: job.jobId.replace('job', 'task'),
		video_status: status,
		deduction_duration: isDone ? job.cost : 0,
		...(world.readings.fullRecords && restOfRecord.video),
		...resultFields(job, urls[0] ?? ''),
		...failure,
	};
}

/** The address of the video. A translation has a second address, with synced lips (service.md: Video records). */
function resultFields(job: Job, url: string): object {
	if (job.operation !== 'translation') return { video: url };
	const isSynced = url !== '' && job.request.lipsync === true;
	const lipsync_video_url = isSynced ? `${url}?lipsync=1` : '';
	return { video: url, lipsync_video_url, progress: url === '' ? 40 : 100 };
}

const langCode = text.refine(
	(code) => languages.some(([each]) => each === code),
	'must be a lang_code of the list',
);
const translation = z
	.object({
		url: httpUrl,
		source_language: z.union([z.literal('DEFAULT'), langCode]).optional(),
		language: langCode,
		lipsync: z.boolean().optional(),
		merge_interval: number.positive('must be above 0').optional(),
		face_enhance: z.boolean().optional(),
		speaker_num: number.optional(),
		remove_bgm: z.boolean().optional(),
		caption_type: number.optional(),
		caption_url: text.optional(),
		dynamic_duration: z.boolean().optional(),
		voices_map: z.record(z.unknown()).optional(),
		webhookUrl,
	})
	.strict();

function translate(call: Call) {
	const { world } = call;
	const asked = call.body(translation);
	const request = { ...asked, lipsync: asked.lipsync ?? false };
	const { url, language, lipsync } = request;
	const isSame = ({ request: earlier }: Job) => earlier.url === url && earlier.language === language;
	if (lipsync && world.readings.lipSyncOnce && call.own('translation').some(isSame))
		throw new Refusal(1202, 'Video lip sync same language out of range');
	const job = call.create('translation', request);
	return { data: { ...videoRecord(world, job), language, lipsync } };
}

const background = z.object({ url: httpUrl, background: text, webhookUrl }).strict();

/** The package does not have this operation, but Custom Job can use it. */
function changeBackground(call: Call) {
	return { data: videoRecord(call.world, call.create('translation', call.body(background))) };
}

function listLanguages({ world: { mediaUrl, readings } }: Call) {
	const icon = (code: string) => `${mediaUrl}/portrait-${code}.png`;
	const lang_list = languages.map(([code, lang_name]) => ({
		...{ lang_code: code, lang_name, url: icon(code) },
		...(readings.needVoiceId && { need_voice_id: code !== 'en' }),
	}));
	return { data: { lang_list } };
}

/** service.md: Video records, Video translation. */
export const videoRoutes = [
	getRecord('/content/video/infobymodelid', 'video_model_id', 'video', videoRecord),
	get('/language/list', listLanguages),
	post('/content/video/createbytranslate', translate),
	post('/content/video/createbybackground', changeBackground),
];
