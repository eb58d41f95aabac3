import { z } from 'zod/v3';

import { either, get, type Call } from '../http/call';
import { httpUrl, oneOf, pageOf, paging, text, webhookUrl } from '../http/params';
import { need } from '../http/refusal';
import type { Emulator } from '../index';
import { lookAt } from '../jobs/look';
import type { Job } from '../jobs/types';
import { findAvatar, sampleAvatars } from './catalogue';

const upload = z
	.object({
		url: httpUrl,
		avatar_id: text.regex(/^[A-Za-z0-9]+$/, 'may hold letters and digits only'),
		type: oneOf('1', '2'),
		webhookUrl,
	})
	.strict();

/** Fields that every avatar record has (service.md: Avatars). */
const usual = {
	modify_url: '',
	gender: '',
	disabled: false,
	sort: 0,
	crop_arr: [],
	create_time: 1_700_000_000_000,
};

function officialRecord({ mediaUrl }: Emulator, avatar: (typeof sampleAvatars)[number]): object {
	const { id, avatarId, name, gender, type } = avatar;
	return {
		...{ ...usual, _id: id, avatar_id: avatarId, from: 2, status: 3, name, gender },
		url: `${mediaUrl}/short.mp4`,
		thumbnailUrl: `${mediaUrl}/portrait-${name.toLowerCase()}.png`,
		type,
		uid: 0,
	};
}

function ownRecord(world: Emulator, job: Job): object {
	const { head, status, failure } = lookAt(world, job);
	const { avatar_id, url, type } = job.request;
	return {
		...{ ...usual, _id: job.id, avatar_id, from: 3, status, name: avatar_id, url },
		thumbnailUrl: `${world.mediaUrl}/portrait-${String(avatar_id)}.png`,
		...{ type: Number(type), ...head, ...failure },
	};
}

function list(call: Call) {
	const { world } = call;
	const filter = call.query(z.object({ ...paging, from: z.enum(['', '2', '3']).default('') }).strict());
	const own = call.own('avatar').map((job) => ownRecord(world, job));
	const isListed = ({ type }: { type: number }) => type !== 2 || !world.readings.liveAvatarsUnlisted;
	const official = sampleAvatars.filter(isListed).map((avatar) => officialRecord(world, avatar));
	const all = [...(filter.from === '2' ? [] : own), ...(filter.from === '3' ? [] : official)];
	return { data: pageOf(all, filter).list };
}

const asked = z.object({ id: text }).strict();
function detail(call: Call) {
	const { world } = call;
	const { id } = call.query(asked);
	const official = sampleAvatars.find((avatar) => avatar.id === id);
	const record = official ? officialRecord(world, official) : ownRecord(world, call.find('avatar', id));
	return { data: [record] };
}

/** The fields come in the body, or with GET in the query. */
function create(call: Call) {
	const { world, hasBody } = call;
	const request = (hasBody ? call.body : call.query)(upload);
	const isNew = findAvatar(call, request.avatar_id) === undefined;
	need(isNew, `avatar_id ${request.avatar_id}`, 'is taken, it must be unique');
	return { data: [ownRecord(world, call.create('avatar', request))] };
}

/** service.md: Avatars. */
export const avatarRoutes = [
	get('/avatar/list', list),
	get('/avatar/detail', detail),
	either('/avatar/create', 'avatarCreateMethod', create),
];
