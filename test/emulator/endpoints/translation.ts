import { createHash } from 'node:crypto';
import { z } from 'zod';

import { boolean, check, httpUrl, number, text, webhookUrl } from '../http/params';
import { Refusal } from '../http/refusal';
import { get, post, type Call } from '../http/route';
import { createJob } from '../jobs/create';
import { languages } from './catalogue';
import { videoRecord } from './videos';

const langCode = text.refine(
	(code) => languages.some(([each]) => each === code),
	'must be a lang_code of the list',
);
const translation = z
	.object({
		url: httpUrl,
		source_language: langCode.optional(),
		language: langCode,
		lipsync: boolean.optional(),
		merge_interval: number.positive('must be above 0').optional(),
		face_enhance: boolean.optional(),
		webhookUrl,
	})
	.strict();

/** Marks in a video's URL that stand for what is wrong with it, since the emulator looks into no video. */
const flaws: Array<[RegExp, number, string]> = [
	[/silent/, 1203, 'The video must have audio'],
	[/too-long/, 1204, 'Video duration exceeds 60 s'],
	[/too-large/, 1207, 'Video exceeds the size limit of 300M'],
	[/odd-codec/, 1209, 'Upload a video in another encoding format'],
	[/60fps/, 1210, 'Video frame rate exceeds the allowed value'],
];

async function create({ world, account, body }: Call) {
	const request = check(translation, body);
	const flaw = flaws.find(([mark]) => mark.test(new URL(request.url).pathname));
	if (flaw) throw new Refusal(flaw[1], flaw[2]);
	const twin = world.jobs.all.some(
		(job) =>
			job.operation === 'translation' &&
			job.clientId === account.clientId &&
			world.jobs.status(job) !== 4 &&
			job.request.lipsync === true &&
			job.request.url === request.url &&
			job.request.language === request.language,
	);
	if (request.lipsync && twin) {
		throw new Refusal(1202, 'The same video cannot be lip-synced into the same language more than once');
	}
	const media = [request.url];
	const job = await createJob(world, {
		account,
		operation: 'translation',
		request,
		media,
		webhookUrl: request.webhookUrl,
	});
	const echo = {
		target_video: request.url,
		source_language: request.source_language ?? '',
		language: request.language,
		lipsync: request.lipsync ?? false,
		lipSyncType: request.lipsync ?? false,
		target_video_md5: createHash('md5').update(request.url).digest('hex'),
		pre_video_id: '',
		webhookUrl: request.webhookUrl ?? '',
	};
	return { data: { ...videoRecord(world, job, account.uid), ...echo } };
}

/** Interface: List languages, Create video translation. */
export const translationRoutes = [
	get('/language/list', ({ world }) => ({
		data: {
			lang_list: languages.map(([lang_code, lang_name]) => ({
				lang_code,
				lang_name,
				url: `${world.mediaUrl}/portrait-${lang_code}.png`,
			})),
		},
	})),
	post('/content/video/createbytranslate', create),
];
