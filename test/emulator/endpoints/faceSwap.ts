import { z } from 'zod/v3';

import { get, post, type Call } from '../http/call';
import { faceItems, flag, httpUrl, idList, number, webhookUrl, type FaceItem } from '../http/params';
import { Refusal, need } from '../http/refusal';
import type { Emulator } from '../index';
import { lookAt, resultUrls } from '../jobs/look';
import type { Job, Operation } from '../jobs/types';
import restOfRecord from '../restOfRecord.json';

type FaceRequest = { targetImage: FaceItem[]; sourceImage?: FaceItem[] };

const years = number.int('must be a whole number').min(-30, 'must be -30 to 30').max(30, 'must be -30 to 30');
const reage = { targetImage: faceItems, face_reage: years, webhookUrl };
const swap = { targetImage: faceItems, sourceImage: faceItems, face_enhance: flag.optional(), webhookUrl };

const creates = [
	['swapImage', 'specifyimage', z.object({ ...swap, modifyImage: httpUrl }).strict()],
	['swapVideo', 'specifyvideo', z.object({ ...swap, modifyVideo: httpUrl }).strict()],
	['reageImage', 'imgreage', z.object({ ...reage, modifyImage: httpUrl }).strict()],
	['reageVideo', 'vidreage', z.object({ ...reage, modifyVideo: httpUrl }).strict()],
] as const;

const patience =
	'Please be patient. If the result is not generated within three hours, check the input image.';

/** Creates a swap or an age change (service.md: Face swap, Age change, Limits). */
function create(call: Call, operation: Operation, schema: z.ZodType<FaceRequest, z.ZodTypeDef, unknown>) {
	const request = call.body(schema);
	const { targetImage, sourceImage } = request;
	const sources = sourceImage ?? [];
	if (targetImage.length > 8 || sources.length > 8) {
		throw new Refusal(1007, 'The number of people whose faces can be changed cannot exceed 8');
	}
	const counts = `${sources.length} for ${targetImage.length}`;
	const isPaired = sourceImage === undefined || sources.length === targetImage.length;
	need(isPaired, 'sourceImage', `must correspond to targetImage by order, got ${counts}`);
	const job = call.create(operation, request);
	const isWhole = [...targetImage, ...sources].some(({ path }) => !/crop/.test(path));
	if (call.world.readings.pathIsCrop && isWhole) {
		job.outcome = { status: 4, reason: 'No face at these points of the crop' };
	}
	// The URL comes long before the file exists.
	const handle = { _id: job.id, url: resultUrls(call.world, job)[0], job_id: job.jobId };
	return { data: handle, msg: sourceImage && patience };
}

/** A record of the result list (service.md: Results). */
function resultRecord(world: Emulator, job: Job): object {
	const { head, status, isDone, failure } = lookAt(world, job);
	return {
		...{ _id: head._id, uid: head.uid },
		faceswap_status: status,
		url: resultUrls(world, job)[0],
		createdAt: new Date(job.createdAt).toISOString(),
		deduction_duration: isDone ? job.cost : 0,
		update_time: status < 3 ? job.createdAt : job.endsAt,
		error_msg: failure.error_reason,
		error_code: failure.error_code,
		...(world.readings.fullRecords && restOfRecord.faceSwap),
	};
}

const byIds = z.object({ _ids: idList }).strict();

/** The jobs with these IDs, without unknown jobs, deleted jobs and jobs of other accounts. */
const jobsOf = ({ world, account }: Call, ids: string[]) =>
	ids.flatMap((id) => {
		const job = world.jobs.find(id);
		const isListed =
			job?.kind === 'faceSwap' && job.clientId === account.clientId && job.deletedAt === undefined;
		return isListed ? [job] : [];
	});

function list(call: Call) {
	const { world } = call;
	const jobs = jobsOf(call, call.query(byIds)._ids.slice(0, world.readings.listCap));
	const ordered = world.shapes.resultOrder === 'reversed' ? jobs.toReversed() : jobs;
	return { data: { result: ordered.map((job) => resultRecord(world, job)) } };
}

function remove(call: Call) {
	for (const job of jobsOf(call, call.body(byIds)._ids)) job.deletedAt = call.world.now();
	return {};
}

/** Cancels swaps and age changes, and leaves final jobs unchanged. */
function cancel({ world, account, body }: Call) {
	const { job_ids } = body(z.object({ job_ids: idList }).strict());
	need(job_ids.length === 1 || world.shapes.jobIds === 'joined', 'job_ids', 'takes one job_id');
	const jobs = job_ids.map((jobId) => {
		const isMeant = (job: Job) => job.jobId === jobId && job.kind === 'faceSwap';
		const job = world.jobs.all.find((each) => isMeant(each) && each.clientId === account.clientId);
		if (!job) throw new Refusal(1003, `Parameter error: job_ids holds no such task: ${jobId}`);
		return job;
	});
	for (const job of jobs) if (!world.jobs.isFinal(job)) job.cancelledAt = world.now();
	world.callbacks.poke();
	return {};
}

/** service.md: Face swap, Age change, Results, Credit. */
export const faceSwapRoutes = [
	...creates.map(([operation, path, schema]) =>
		post(`/faceswap/highquality/${path}`, (call) => create(call, operation, schema)),
	),
	post('/faceswap/job/del', cancel),
	get('/faceswap/result/listbyids', list),
	post('/faceswap/result/delbyids', remove),
	get('/faceswap/quota/info', ({ world, account }) => ({ data: { credit: world.credit(account.clientId) } })),
];
