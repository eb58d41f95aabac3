import { z } from 'zod/v3';

import { counted, httpUrl, oneOf, pageOf, paging, text, webhookUrl } from '../http/params';
import { Refusal, notYours, unknownRecord } from '../http/refusal';
import { get, methodsOf, type Call, type Route } from '../http/route';
import { createJob } from '../jobs/create';
import { lookAt } from '../jobs/look';
import type { Job } from '../jobs/types';
import type { World } from '../world';
import { refuseFlaws } from './flaws';
import { findAvatar, ownAvatars, type OfficialAvatar } from './catalogue';

const upload = z
	.object({
		url: httpUrl,
		avatar_id: text.regex(/^[A-Za-z0-9]+$/, 'may hold letters and digits only'),
		type: oneOf('1', '2'),
		webhookUrl,
	})
	.strict();

/** Fields that every avatar record has (service.md: Avatars). */
function avatarRecord(world: World, fields: object): object {
	return {
		modify_url: '',
		gender: '',
		disabled: false,
		sort: 0,
		crop_arr: [],
		create_time: world.now(),
		...fields,
	};
}

function officialRecord(world: World, avatar: OfficialAvatar): object {
	const picture = `${world.mediaUrl}/portrait-${avatar.name.toLowerCase()}.png`;
	return avatarRecord(world, {
		_id: avatar.id,
		avatar_id: avatar.avatarId,
		from: 2,
		status: 3,
		name: avatar.name,
		gender: avatar.gender,
		url: `${world.mediaUrl}/short.mp4`,
		thumbnailUrl: picture,
		type: avatar.type,
		uid: 0,
		create_time: 1_700_000_000_000,
	});
}

function ownRecord(world: World, job: Job, uid: number): object {
	const { status, saidReason, saidCode } = lookAt(world, job);
	return avatarRecord(world, {
		_id: job.id,
		avatar_id: job.request.avatar_id,
		from: 3,
		status,
		name: job.request.avatar_id,
		url: job.request.url,
		thumbnailUrl: `${world.mediaUrl}/portrait-${String(job.request.avatar_id)}.png`,
		type: Number(job.request.type),
		uid,
		create_time: job.createdAt,
		error_reason: saidReason,
		error_code: saidCode,
	});
}

function list({ world, account, query }: Call) {
	const filter = query(z.object({ ...paging, from: z.enum(['', '2', '3']).default('') }).strict());
	const own = ownAvatars(world, account).map((job) => ownRecord(world, job, account.uid));
	const official = world.avatars.map((avatar) => officialRecord(world, avatar));
	const all = [...(filter.from === '2' ? [] : own), ...(filter.from === '3' ? [] : official)];
	const result = pageOf(all, filter, world.shapes);
	return { data: world.shapes.avatarList === 'array' ? result : counted(result, all.length, world.shapes) };
}

function detail({ world, account, query }: Call) {
	const { id } = query(z.object({ id: text }).strict());
	const official = world.avatars.find((avatar) => avatar.id === id);
	const job = world.jobs.find(id);
	if (!official && job?.kind !== 'avatar') throw unknownRecord(id);
	if (job && job.clientId !== account.clientId) throw notYours();
	const record = official ? officialRecord(world, official) : job && ownRecord(world, job, account.uid);
	return { data: world.shapes.avatarDetail === 'array' ? [record] : record };
}

/** The fields come in the body; with GET in the query or in the body, as avatarCreateFields says. */
async function create({ world, account, body, query, method, hasBody }: Call) {
	const { avatarCreateFields } = world.shapes;
	const inBody =
		method === 'POST' || avatarCreateFields === 'body' || (avatarCreateFields === 'either' && hasBody);
	const request = (inBody ? body : query)(upload);
	if (findAvatar(world, account, request.avatar_id)) {
		throw new Refusal(1003, `Parameter error: avatar_id ${request.avatar_id} is taken, it must be unique`);
	}
	const media = [request.url];
	refuseFlaws(media, { corrupt: 1209, codes: [1204, 1207, 1209], mostFrames: 60 });
	const job = await createJob(world, {
		account,
		operation: 'avatar',
		request,
		media,
		webhookUrl: request.webhookUrl,
	});
	const record = ownRecord(world, job, account.uid);
	return { data: world.shapes.avatarCreate === 'array' ? [record] : record };
}

/** service.md: Avatars. */
export const avatarRoutes: Route[] = [
	get('/avatar/list', list),
	get('/avatar/detail', detail),
	{
		path: '/avatar/create',
		methods: ({ avatarCreateMethod }) => methodsOf(avatarCreateMethod),
		handle: create,
	},
];
