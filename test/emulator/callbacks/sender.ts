import type { Emulator } from '../index';
import { reasonOf, resultUrls } from '../jobs/look';
import { operations, type Job } from '../jobs/types';
import { seal } from './envelope';
import { defaultCallbackSettings, type CallbackSettings, type DeliveredCallback } from './settings';

interface Watched {
	job: Job;
	sent: Set<number>;
	/** Deliveries about one job come one after another. */
	queue: Promise<void>;
}

/** Sends callbacks when jobs change (service.md: Callbacks), and tries again on anything but HTTP 200. */
export class CallbackSender {
	readonly settings: CallbackSettings;
	/** Every tried delivery, in order. */
	readonly delivered: DeliveredCallback[] = [];
	private watched: Watched[] = [];
	private readonly timers = new Set<NodeJS.Timeout>();
	private readonly underWay = new Set<Promise<void>>();
	private wakeUp?: NodeJS.Timeout;
	/** The sender may not know changes after this time. */
	private lookedAt = -Infinity;
	private closed = false;

	constructor(private readonly world: Emulator) {
		this.settings = { ...defaultCallbackSettings, ...world.options.callbacks };
	}

	/** Follows a new job with a callback address. */
	watch(job: Job): void {
		this.watched.push({ job, sent: new Set(), queue: Promise.resolve() });
		this.arm();
	}

	/** Sends the callbacks that are due. Resolves when each was tried once, including callbacks already in progress. */
	async flush(): Promise<void> {
		this.lookedAt = this.world.now();
		for (const watched of this.watched) {
			const queue = this.send2AndFinal(watched);
			this.underWay.add(queue);
			void queue.then(() => this.underWay.delete(queue));
		}
		this.watched = this.watched.filter(({ sent }) => !sent.has(3) && !sent.has(4));
		this.arm();
		await Promise.all(this.underWay);
	}

	/** Checks the jobs again soon, because a job was ended by hand. */
	poke(): void {
		if (this.watched.length > 0) this.arm(true);
	}

	close(): void {
		this.closed = true;
		clearTimeout(this.wakeUp);
		for (const timer of this.timers) clearTimeout(timer);
	}

	/** Sends some content to a URL as the service would. Returns the HTTP status, or 0 if nothing answers. */
	async send(url: string, content: object): Promise<number> {
		return await this.post(url, this.wrap(content, this.world.clientId));
	}

	private async post(url: string, body: unknown): Promise<number> {
		try {
			const answer = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', connection: 'close' },
				body: JSON.stringify(body),
				signal: AbortSignal.timeout(30_000),
			});
			await answer.arrayBuffer();
			return answer.status;
		} catch {
			return 0;
		}
	}

	/** The body for some content, signed with an account's keys or plain. */
	private wrap(content: object, clientId: string): object {
		const account = this.world.keyring.find(clientId);
		if (this.settings.mode === 'plain' || !account) return content;
		const nonce = this.world.random.int(1000, 9999);
		const now = this.world.now();
		const time = this.settings.timestampIn === 'seconds' ? Math.floor(now / 1000) : now;
		return seal(content, account, time, String(nonce));
	}

	private send2AndFinal(watched: Watched): Promise<void> {
		const status = this.world.jobs.status(watched.job);
		const isFinal = status === 3 || status === 4;
		const due = isFinal ? [2, status] : status === 2 && !this.settings.outOfOrder ? [2] : [];
		const fresh = due.filter((each) => !watched.sent.has(each) && (each !== 2 || this.settings.processing));
		if (this.settings.outOfOrder) fresh.reverse();
		for (const each of fresh) {
			watched.sent.add(each);
			watched.queue = watched.queue.then(() => this.sendAll(watched.job, each));
		}
		return watched.queue;
	}

	private async sendAll(job: Job, status: number): Promise<void> {
		const { lost, forged, repeat } = this.settings;
		if (lost) return;
		const content = contentOf(this.world, job, status);
		if (forged) {
			for (const body of this.forgeries(job, content)) await this.deliver(job, status, body, 'forged');
		}
		for (let copy = 0; copy < repeat; copy += 1) await this.attempt(job, status, content, 1);
	}

	private async attempt(job: Job, status: number, content: object, attempt: number): Promise<void> {
		if (this.closed) return;
		const httpStatus = await this.deliver(job, status, this.wrap(content, job.clientId), 'genuine');
		const most = this.world.readings.callbacksOnce ? 1 : this.settings.maxTries;
		if (httpStatus === 200 || attempt >= most) return;
		const again = () => {
			this.timers.delete(timer);
			void this.attempt(job, status, content, attempt + 1);
		};
		const wait = Math.min(this.settings.retryMs * 2 ** (attempt - 1), 60_000);
		const timer = setTimeout(again, wait).unref();
		this.timers.add(timer);
	}

	/** A body with a wrong signature, and a body that another account signed. */
	private forgeries({ clientId }: Job, content: object): object[] {
		const clientSecret = 'not-the-secret-of-this-account!!';
		const sealed = (id: string, nonce: string) =>
			seal(content, { clientId: id, clientSecret }, this.world.now(), nonce);
		return [{ ...sealed(clientId, '1529'), signature: '0'.repeat(40) }, sealed('someone-else-0001', '1530')];
	}

	private async deliver(
		{ id, webhookUrl = '' }: Job,
		status: number,
		body: object,
		variant: DeliveredCallback['variant'],
	): Promise<number> {
		const httpStatus = await this.post(webhookUrl, body);
		this.delivered.push({ status, variant, httpStatus });
		this.world.options.log?.(`callback ${variant} ${webhookUrl} ${id} status ${status} -> ${httpStatus}`);
		return httpStatus;
	}

	/** Sets the single timer for the next change of all followed jobs. */
	private arm(soon = false): void {
		clearTimeout(this.wakeUp);
		if (this.closed) return;
		const changes = this.watched.flatMap(({ job }) => [job.startsAt, job.endsAt]);
		const next = Math.min(...changes.filter((at) => at >= this.lookedAt));
		const wait = soon ? 0 : next - this.world.now();
		if (!Number.isFinite(wait)) return;
		this.wakeUp = setTimeout(() => void this.flush(), Math.min(Math.max(wait, 5), 60_000)).unref();
	}
}

/** The content of a callback about a job at a status (service.md: Callbacks). */
function contentOf(world: Emulator, job: Job, status: number): object {
	const [url = ''] = status === 3 ? resultUrls(world, job) : [];
	const failed = { error_code: job.outcome.errorCode ?? 1, error_reason: reasonOf(job) ?? '' };
	return {
		...{ _id: job.id, status, url, type: operations[job.operation].type },
		...(status === 2 && { progress: 20 }),
		...(status === 3 && { deduction_credit: job.cost }),
		...(status === 4 && failed),
	};
}
