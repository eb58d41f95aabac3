import { currentProcess, never, now, sleep, uptimeNow, type Process } from './clock';
import type { RateLimit } from './plan';
import type { Draw } from './random';

/* What goes wrong, when. A plan lists it, so a finding can be tried again with less. */

/** A span of time in which the service, or n8n's database, is away. Milliseconds since the world began. */
export interface Outage {
	of: 'service' | 'database';
	from: number;
	ms: number;
	how: 'refused' | 'status' | 'hang' | 'fails';
}
/** A process dies at its n-th access to the database or the network. */
export interface Death {
	at: number;
}
/** The n-th create meets this. */
export interface Blow {
	create: number;
	is: 'lost' | 'answerLost' | 'answerHangs' | 'answerStatus' | 'status' | 'cut' | 'refused';
}
export interface FaultPlan {
	outages: Outage[];
	deaths: Death[];
	blows: Blow[];
	/** Chance of a late or lost read. */
	unrest: number;
}

export function drawFaults(draw: Draw, isPlain: boolean): FaultPlan {
	const list = <T>(most: number, make: () => T) =>
		Array.from({ length: isPlain ? 0 : draw.int(0, most) }, make);
	const sizes = () => draw.pick(2_000, 30_000, 90_000, 400_000);
	return {
		outages: list(1, () => ({
			of: draw.pick('service', 'service', 'database'),
			// Half of them come while jobs are created.
			from: draw.chance(0.5) ? draw.int(0, 400) : Math.floor(draw.next() ** 3 * 3_600_000),
			ms: sizes(),
			how: draw.pick('refused', 'status', 'status', 'hang', 'fails'),
		})),
		deaths: list(2, () => ({ at: Math.floor(2 ** (draw.next() * 9)) })),
		blows: list(2, () => ({
			create: draw.int(1, 8),
			is: draw.pick('lost', 'answerLost', 'answerHangs', 'answerStatus', 'status', 'cut', 'refused'),
		})),
		unrest: isPlain ? 0 : draw.pick(0, 0, 0.02, 0.1),
	};
}

type Effect = { lateMs: number } & (
	| { is: 'none' | 'refused' | 'lost' | 'hang' | 'answerLost' | 'answerHangs' | 'cut' | 'tooMany' }
	| { is: 'status' | 'answerStatus'; status: number }
);

export const CREATES = /specify|reage|createby|\/create(?:Video)?$|audio\/clone/;

export class Faults {
	/** Accesses of n8n's processes so far. */
	private accesses = 0;
	private creates = 0;
	/** When the service took the last creates. */
	private readonly taken: number[] = [];

	constructor(
		private readonly plan: FaultPlan,
		private readonly draw: Draw,
		private readonly began: number,
		private readonly limits: RateLimit[],
		private readonly kill: (process: Process, where: string) => void,
	) {}

	/** An access of a process, at which it may die. */
	async point(where: string): Promise<void> {
		const process = currentProcess();
		if (!process) return;
		if (!process.isAlive) await never();
		this.accesses += 1;
		if (!this.plan.deaths.some(({ at }) => at === this.accesses)) return;
		this.kill(process, where);
		await never();
	}

	private outage(of: Outage['of']): Outage | undefined {
		const at = now() - this.began;
		return this.plan.outages.find((each) => each.of === of && at >= each.from && at < each.from + each.ms);
	}

	async request(to: 'service' | 'other', path: string): Promise<Effect> {
		const lateMs = this.draw.int(1, 40);
		if (to !== 'service') return { lateMs, is: 'none' };
		const outage = this.outage('service');
		if (outage?.how === 'hang' || outage?.how === 'refused') return { lateMs, is: outage.how };
		// A proxy's page, or a broken connection.
		if (outage?.how === 'fails')
			return this.draw.pick({ lateMs, is: 'lost' }, { lateMs, is: 'status', status: 200 });
		if (outage) return { lateMs, is: 'status', status: this.draw.pick(502, 503) };
		if (CREATES.test(path)) {
			const at = uptimeNow();
			const limit = this.limits.findLast(({ from }) => from <= at);
			if (limit && this.taken.filter((each) => each > at - limit.ms).length >= limit.most)
				return { lateMs, is: 'tooMany' };
			this.taken.push(at);
			this.creates += 1;
			const blow = this.plan.blows.find(({ create }) => create === this.creates);
			if (blow?.is === 'status' || blow?.is === 'answerStatus')
				return { lateMs, is: blow.is, status: this.draw.pick(500, 502, 503, 504) };
			return { lateMs, is: blow?.is ?? 'none' };
		}
		if (!this.draw.chance(this.plan.unrest)) return { lateMs, is: 'none' };
		return {
			lateMs: this.draw.pick(lateMs, 15_000),
			is: this.draw.pick('none', 'lost', 'answerLost', 'cut'),
		};
	}

	/** An access to n8n's database. @throws while it is away */
	async database<T>(where: string, statement: () => T): Promise<T> {
		await this.point(`before ${where}`);
		await sleep(this.draw.int(0, 3));
		for (let outage; (outage = this.outage('database'));) {
			if (outage.how !== 'hang') throw new Error('SQLITE_CANTOPEN: unable to open database file');
			await sleep(1_000);
		}
		const result = statement();
		await this.point(`after ${where}`);
		return result;
	}
}
