import { z } from 'zod/v3';

import { idList } from '../http/params';
import { get, post, type Call } from '../http/route';
import { lookAt } from '../jobs/look';
import { resultUrls } from '../jobs/results';
import type { Job } from '../jobs/types';
import type { World } from '../world';

const byIds = z.object({ _ids: idList }).strict();

/** A record of the result list (service.md: Results). */
function resultRecord(world: World, job: Job, uid: number): object {
	const { status, isDone, saidReason, saidCode } = lookAt(world, job);
	const isVideo = job.operation.endsWith('Video');
	return {
		_id: job.id,
		faceswap_status: world.shapes.faceswapStatus === 'string' ? String(status) : status,
		url: resultUrls(world, job)[0],
		createdAt: new Date(job.createdAt).toISOString(),
		faceswap_type: isVideo ? 2 : 1,
		faceswap_quality: 2,
		deduction_status: status === 4 ? 0 : 1,
		image: isVideo ? 0 : 1,
		video_duration: isVideo ? 1000 : 0,
		deduction_duration: isDone ? job.cost : 0,
		update_time: status < 3 ? job.createdAt : job.endsAt,
		userId: String(uid),
		uid,
		error_msg: saidReason,
		error_code: saidCode,
	};
}

/** Records of swaps and reages; ids that are unknown, deleted or of another account are left out. */
function listByIds({ world, account, query }: Call) {
	const { _ids } = query(byIds);
	const jobs = _ids.flatMap((id) => {
		const job = world.jobs.find(id);
		const isListed =
			job?.kind === 'faceSwap' && job.clientId === account.clientId && job.deletedAt === undefined;
		const isGone = job?.cancelledAt !== undefined && world.shapes.cancelled === 'gone';
		return job && isListed && !isGone ? [job] : [];
	});
	const { resultOrder } = world.shapes;
	const ordered = resultOrder === 'shuffled' ? world.random.shuffle(jobs) : jobs;
	if (resultOrder === 'reversed') ordered.reverse();
	return { data: { result: ordered.map((job) => resultRecord(world, job, account.uid)) } };
}

function deleteByIds({ world, account, body }: Call) {
	for (const id of body(byIds)._ids) {
		const job = world.jobs.find(id);
		if (job?.kind === 'faceSwap' && job.clientId === account.clientId) job.deletedAt ??= world.now();
	}
	return {};
}

/** service.md: Results, Credit. */
export const resultRoutes = [
	get('/faceswap/result/listbyids', listByIds),
	get('/faceswap/quota/info', ({ world, account }) => ({ data: { credit: world.balance(account) } })),
	post('/faceswap/result/delbyids', deleteByIds),
];
