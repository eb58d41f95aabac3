import type { Account } from '../accounts';
import { jobCalls } from '../callbacks/content';
import { Refusal } from '../http/refusal';
import { fetchMedia } from '../media/fetch';
import type { World } from '../world';
import type { Job, Kind, Operation } from './types';

const kinds: Record<Operation, Kind> = {
	swapImage: 'faceSwap',
	swapVideo: 'faceSwap',
	reageImage: 'faceSwap',
	reageVideo: 'faceSwap',
	translation: 'video',
	image: 'image',
	imageButton: 'image',
	avatar: 'avatar',
	avatarVideo: 'video',
	talkingAvatar: 'video',
	audio: 'audio',
};

const videoOperations: Operation[] = [
	'swapVideo',
	'reageVideo',
	'translation',
	'avatarVideo',
	'talkingAvatar',
];

/** What a create call hands over: the request, and the media it names. */
export interface JobRequest {
	account: Account;
	operation: Operation;
	request: Record<string, unknown>;
	webhookUrl?: string;
	media?: string[];
	/** Why the job fails, whatever else was planned for it. */
	failsBecause?: string;
}

/**
 * Takes a job: limits first (1005, 1006), then the record, its time and its callbacks.
 * (service.md: Errors; Events)
 */
export async function createJob(world: World, { account, operation, ...rest }: JobRequest): Promise<Job> {
	const cost = videoOperations.includes(operation) ? 5 : 1;
	refuseTooMany(world, account);
	if (world.balance(account) < cost) throw new Refusal(1006, 'Quota is not enough');
	const now = world.now();
	const n = world.jobs.all.length + 1;
	const planned = world.jobs.takePlanned(operation) ??
		world.options.outcome?.(operation, n, rest.request) ?? { status: 3 };
	const outcome =
		rest.failsBecause === undefined ? planned : { ...planned, status: 4, reason: rest.failsBecause };
	const atOnce = operation === 'audio' && world.shapes.audio === 'atOnce';
	const duration = outcome.jobMs ?? (atOnce ? 0 : drawDuration(world, operation, n));
	const job = world.jobs.add({
		operation,
		kind: kinds[operation],
		clientId: account.clientId,
		request: rest.request,
		webhookUrl: rest.webhookUrl === '' ? undefined : rest.webhookUrl,
		cost,
		createdAt: now,
		startsAt: now + duration * 0.2,
		endsAt: now + duration,
		outcome: withReason(outcome),
		usedButtons: [],
		inputs: new Map(),
	});
	if (world.options.checkInputs) void loadInputs(job, rest.media ?? []);
	if (job.webhookUrl !== undefined) await world.callbacks.watch(jobCalls(world, job, job.webhookUrl));
	return job;
}

function withReason<T extends { status: number; reason?: string }>(outcome: T): T {
	return outcome.status === 4 ? { ...outcome, reason: outcome.reason ?? 'The task failed' } : outcome;
}

function drawDuration(world: World, operation: Operation, n: number): number {
	const jobMs = world.options.jobMs ?? [300, 900];
	if (typeof jobMs === 'function') return jobMs(operation, n);
	return typeof jobMs === 'number' ? jobMs : world.random.int(jobMs[0], jobMs[1]);
}

function refuseTooMany(world: World, account: Account): void {
	const isOpen = (job: Job) =>
		job.clientId === account.clientId && !world.jobs.isFinal(job) && job.deletedAt === undefined;
	const { maxInProgress = Infinity } = world.options;
	if (world.jobs.all.filter(isOpen).length >= maxInProgress)
		throw new Refusal(1005, 'Operation is too frequent');
}

/** Fetches what the job needs; a job whose media can't be had fails and says which. */
async function loadInputs(job: Job, urls: string[]): Promise<void> {
	for (const url of new Set(urls)) {
		try {
			job.inputs.set(url, await fetchMedia(url));
		} catch {
			job.outcome = { status: 4, reason: `The file could not be downloaded: ${url}` };
		}
	}
}
