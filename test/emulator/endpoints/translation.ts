import { createHash } from 'node:crypto';
import { z } from 'zod/v3';

import { boolean, httpUrl, number, text, webhookUrl } from '../http/params';
import { Refusal } from '../http/refusal';
import { get, post, type Call } from '../http/route';
import { createJob } from '../jobs/create';
import { languages } from './catalogue';
import { refuseFlaws } from './flaws';
import { videoRecord } from './videos';

const langCode = text.refine(
	(code) => languages.some(([each]) => each === code),
	'must be a lang_code of the list',
);
const translation = z
	.object({
		url: httpUrl,
		source_language: z.union([z.literal('DEFAULT'), langCode]).optional(),
		language: langCode,
		lipsync: boolean.optional(),
		merge_interval: number.positive('must be above 0').optional(),
		face_enhance: boolean.optional(),
		speaker_num: number.optional(),
		remove_bgm: boolean.optional(),
		caption_type: number.optional(),
		caption_url: text.optional(),
		dynamic_duration: boolean.optional(),
		voices_map: z.record(z.unknown()).optional(),
		webhookUrl,
	})
	.strict();

async function create({ world, account, body }: Call) {
	const asked = body(translation);
	const request = { ...asked, lipsync: asked.lipsync ?? world.shapes.lipsyncDefault };
	const media = [request.url];
	const codes = [1201, 1203, 1204, 1207, 1209, ...(request.lipsync ? [1211] : [])];
	refuseFlaws(media, { corrupt: 1205, codes, mostFrames: 30 });
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
		lipsync: request.lipsync,
		lipSyncType: request.lipsync,
		target_video_md5: createHash('md5').update(request.url).digest('hex'),
		pre_video_id: '',
		webhookUrl: request.webhookUrl ?? '',
	};
	return { data: { ...videoRecord(world, job, account.uid), ...echo } };
}

const background = z.object({ url: httpUrl, background: text, webhookUrl }).strict();

/** An operation that the package does not have: Custom Job makes it usable. */
async function changeBackground({ world, account, body }: Call) {
	const request = body(background);
	const { url, webhookUrl } = request;
	const job = await createJob(world, {
		account,
		operation: 'translation',
		request,
		media: [url],
		webhookUrl,
	});
	return { data: videoRecord(world, job, account.uid) };
}

/** service.md: Video translation. */
export const translationRoutes = [
	post('/content/video/createbybackground', changeBackground),
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
