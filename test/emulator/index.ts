import type { Emulator, EmulatorOptions, Jobs } from './api';
import { lookAt } from './jobs/look';
import type { Job, JobView } from './jobs/types';
import { EmulatorServer } from './server';
import { World } from './world';
import type { Account } from './accounts';

export type * from './api';
export type { FaultKind, FaultSpec } from './faults';
export type { Shapes } from './shapes';
export type { CallbackSettings, DeliveredCallback } from './callbacks/settings';
export type { LiveBehaviour } from './live/behaviour';
export type { ChatLogEntry } from './live/rooms';
export type { JobView, Operation, Outcome } from './jobs/types';
export { sampleAccounts } from './accounts';
export { seal } from './callbacks/envelope';

/** Starts an emulator of the whole service of docs/service.md on a free port. Close it when done. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const world = new World(options);
	const server = new EmulatorServer(world);
	const host = options.host ?? '127.0.0.1';
	const port = await server.listen(options.port ?? 0, host);
	world.baseUrl = `http://${host}:${port}`;
	const account = (clientId?: string): Account => {
		const found = world.accounts.find(clientId);
		if (!found) throw new Error(`There is no account ${clientId ?? ''}`);
		return found;
	};
	const first = account();
	const emulator: Emulator = {
		baseUrl: world.baseUrl,
		detectUrl: `${world.baseUrl}/detect-host`,
		mediaUrl: world.mediaUrl,
		clientId: first.clientId,
		clientSecret: first.clientSecret,
		accounts: world.accounts.list,
		requests: server.requests,
		requestsTo: (pathEnd) => server.requests.filter(({ path }) => path.endsWith(pathEnd)),
		get tokensIssued() {
			return world.accounts.tokensIssued;
		},
		faults: {
			add: (...faults) => world.faults.add(...faults),
			clear: () => {
				world.faults.clear();
				server.dropHeld();
			},
			list: () => world.faults.list(),
		},
		shapes: world.shapes,
		jobs: jobsOf(world),
		callbacks: {
			settings: world.callbacks.settings,
			delivered: world.callbacks.delivered,
			flush: () => world.callbacks.flush(),
			send: (url, content, { clientId = first.clientId, mode } = {}) =>
				world.callbacks.post(url, world.callbacks.wrap(content, clientId, mode)),
		},
		live: world.live,
		alter: world.alter,
		openSessions: () => world.sessions.open().map(({ id }) => id),
		chats: server.rooms.log,
		credit: (clientId) => world.balance(account(clientId)),
		setCredit: (credit, clientId) => {
			const of = account(clientId);
			of.paidIn += credit - world.balance(of);
		},
		setBanned: (banned, clientId) => {
			account(clientId).banned = banned;
		},
		expireTokens: () => world.accounts.expireTokens(),
		now: world.now,
		advance: (ms) => world.advance(ms),
		offline: () => server.stop(),
		online: async () => void (await server.listen(port, host)),
		close: async () => {
			world.callbacks.close();
			server.rooms.close();
			await server.stop();
		},
	};
	server.emulator = emulator;
	return emulator;
}

/** The hand on the jobs that tests have. */
function jobsOf(world: World): Jobs {
	const find = (id: string): Job => {
		const job = world.jobs.find(id);
		if (!job) throw new Error(`There is no job ${id}`);
		return job;
	};
	const end = (job: Job, outcome: Job['outcome']) => {
		job.forced = undefined;
		job.outcome = outcome;
		job.startsAt = job.endsAt = world.now();
		world.callbacks.poke();
	};
	return {
		created: (operation) =>
			world.jobs.all
				.filter((job) => operation === undefined || job.operation === operation)
				.map((job) => viewOf(world, job)),
		get: (id) => {
			const job = world.jobs.find(id);
			return job && viewOf(world, job);
		},
		keep: (id, request, ageMs) => {
			const at = world.now() - ageMs;
			const times = { createdAt: at, startsAt: at, endsAt: at };
			const { clientId } = world.accounts.list[0] ?? { clientId: '' };
			const rest = { cost: 0, outcome: { status: 3 }, usedButtons: [], inputs: new Map() };
			world.jobs.keep({ id, operation: 'swapImage', kind: 'faceSwap', clientId, request, ...times, ...rest });
		},
		complete: (id) => {
			const jobs = id === undefined ? world.jobs.all.filter((job) => !world.jobs.isFinal(job)) : [find(id)];
			for (const job of jobs) end(job, id === undefined ? job.outcome : { status: 3 });
		},
		fail: (id, reason = 'The task failed', errorCode) => end(find(id), { status: 4, reason, errorCode }),
		setStatus: (id, status) => {
			find(id).forced = status;
			world.callbacks.poke();
		},
		next: (outcome, { operation, times = 1 } = {}) => world.jobs.plan(outcome, operation, times),
	};
}

function viewOf(world: World, job: Job): JobView {
	const { inputs: _inputs, usedButtons: _usedButtons, ...rest } = job;
	const { status, reason, urls } = lookAt(world, job);
	return { ...rest, status, reason, resultUrls: urls };
}
