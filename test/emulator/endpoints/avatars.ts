import { z } from 'zod';

import { check, httpUrl, oneOf, pageOf, paging, text, webhookUrl } from '../http/params';
import { Refusal, notYours, unknownRecord } from '../http/refusal';
import { get, methodsOf, type Call, type Route } from '../http/route';
import { createJob } from '../jobs/create';
import type { Job } from '../jobs/types';
import type { World } from '../world';
import { findAvatar, ownAvatars, type OfficialAvatar } from './catalogue';

const upload = z
	.object({
		url: httpUrl,
		avatar_id: text.regex(/^[A-Za-z0-9]+$/, 'may hold letters and digits only'),
		type: oneOf('1', '2'),
		webhookUrl,
	})
	.strict();

/** Fields that every avatar record has (interface: Avatar record). */
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
	const reason = world.shapes.failureReason ? world.jobs.reason(job) : undefined;
	return avatarRecord(world, {
		_id: job.id,
		avatar_id: job.request.avatar_id,
		from: 3,
		status: world.jobs.status(job),
		name: job.request.avatar_id,
		url: job.request.url,
		thumbnailUrl: `${world.mediaUrl}/portrait-${String(job.request.avatar_id)}.png`,
		type: Number(job.request.type),
		uid,
		create_time: job.createdAt,
		...(reason === undefined ? {} : { error_reason: reason }),
	});
}

function list({ world, account, query }: Call) {
	const filter = check(z.object({ ...paging, from: z.enum(['', '2', '3']).default('') }).strict(), query);
	const own = ownAvatars(world, account).map((job) => ownRecord(world, job, account.uid));
	const official = world.avatars.map((avatar) => officialRecord(world, avatar));
	const all = [...(filter.from === '2' ? [] : own), ...(filter.from === '3' ? [] : official)];
	const result = pageOf(all, filter);
	return { data: world.shapes.avatarList === 'array' ? result : { result, count: all.length } };
}

function detail({ world, account, query }: Call) {
	const { id } = check(z.object({ id: text }).strict(), query);
	const official = world.avatars.find((avatar) => avatar.id === id);
	const job = world.jobs.find(id);
	if (!official && job?.kind !== 'avatar') throw unknownRecord(id);
	if (job && job.clientId !== account.clientId) throw notYours();
	const record = official ? officialRecord(world, official) : job && ownRecord(world, job, account.uid);
	return { data: world.shapes.avatarDetail === 'array' ? [record] : record };
}

/** The fields come in the body, with GET also in the query. */
async function create({ world, account, body, query }: Call) {
	const request = check(upload, body ?? query);
	if (findAvatar(world, account, request.avatar_id)) {
		throw new Refusal(1003, `Parameter error: avatar_id ${request.avatar_id} is taken, it must be unique`);
	}
	const media = [request.url];
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

/** Interface: List avatars, Get avatar detail, Upload avatar (field notes: Shapes that vary). */
export const avatarRoutes: Route[] = [
	get('/avatar/list', list),
	get('/avatar/detail', detail),
	{
		path: '/avatar/create',
		methods: ({ avatarCreateMethod }) => methodsOf(avatarCreateMethod),
		handle: create,
	},
];
