import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { Watch } from '../../../nodes/shared/jobs/wait';
import { Failure } from '../../../nodes/shared/service/failure';
import type { ServiceRequest } from '../../../nodes/shared/service/request';
import type { Schema } from '../../../nodes/shared/service/schema';
import { keysOf } from '../../../nodes/shared/service/values';
import type { Transport } from '../../../nodes/shared/transport/transport';
import { Clock } from '../../support/clock';
import { testTable } from '../../support/table';

interface Given {
	jobs: Record<string, Awaited>;
	/** How long the service takes for an answer. */
	answers?: number;
	/** When a computer sleeps, and for how long. */
	sleeps?: [at: number, seconds: number];
	/** Of each pause, from 0 to 1. */
	chance?: number;
}

interface Awaited {
	made?: number;
	/** When the wait for it begins. */
	from?: number;
	until?: number;
	now?: true;
	late?: true;
	/** What the service says from a second on: a record, `refused` with a code, or `none` for no record. */
	says?: Array<[from: number, status: number | null | 'refused' | 'n8n refuses', of?: object]>;
	seen?: object;
}

/** Tells all polls of the jobs, and how the waits end, in seconds from the start. */
testTable([__dirname, 'polls.txt', 3], '%s', async (_, name = '', text = '') => {
	const given: Given = JSON.parse(text);
	const clock = new Clock(0);
	clock.chance = given.chance ?? 0.5;
	const kind = jobKinds[keysOf(jobKinds).find((each) => each === name)!];
	const seconds = (ms = Number.NaN) => String(Math.round(ms / 100) / 10);
	const polls: string[] = [];
	let last = 'none';
	const recordOf = (id: string): object[] => {
		const { says = [] } = given.jobs[id]!;
		const [, status, of = {}] = says.filter(([from]) => clock.time >= from * 1_000).at(-1) ?? [0, 2];
		const details = { errorCode: 1009, ...of };
		const scope = details.errorCode === 1200 ? 'run' : 'row';
		if (status === 'refused') throw new Failure(`No ${id}`, 'runAgain', details, { scope });
		if (status === 'n8n refuses') throw new Failure('No host', 'runAgain', {}, { again: 'never' });
		if (status === null) return [];
		const statuses = { faceswap_status: status, image_status: status, video_status: status, status };
		return [{ _id: id, ...statuses, url: 'u', image: 'i', ...of }];
	};
	const send = async <T>(request: ServiceRequest, schema: Schema<T>, until = Infinity): Promise<T> => {
		const ids = String(Object.values(request.query ?? {})[0]).split(',');
		polls.push(`${seconds(clock.time)}${Object.keys(given.jobs).length > 1 ? ` ${ids.join('+')}` : ''}`);
		last = `the last may take ${seconds(until - clock.time)}`;
		if (given.answers !== undefined) await clock.sleep(given.answers * 1_000);
		const records = ids.flatMap(recordOf);
		return schema.parse(request.isList ? { result: records } : records[0]);
	};
	const watch = new Watch(kind, { send } as Transport, clock, async () => undefined);
	const { sleeps: [at, away] = [] } = given;
	if (at !== undefined) clock.at(at * 1_000, () => (clock.time += away! * 1_000));
	const waits = Object.entries(given.jobs).map(async ([id, job]) => {
		if (job.from !== undefined) await clock.sleep(job.from * 1_000);
		const waiting = {
			...{ state: { id, status: 'queued', record: {} } as const, since: (job.made ?? 0) * 1_000 },
			...{
				until: (job.until ?? 10_000) * 1_000,
				lookNow: job.now,
				mayBeLate: job.late,
				seen: job.seen as never,
			},
		};
		const waited = await watch.until(waiting).catch((error: Failure) => error);
		const when = `${id} at ${seconds(clock.time)}`;
		if (waited instanceof Failure) return `${when} fails: ${waited.message}`;
		const { state, timedOut, missing, statusChecks, unfinishedAt, unknownSince, waitedMs, fault } = waited;
		const found = [
			...[when, state.status, timedOut && 'timed out', missing && 'missing'],
			`${statusChecks} answers`,
			unfinishedAt !== undefined && `unfinished ${seconds(unfinishedAt)}`,
			unknownSince !== undefined && `unknown since ${seconds(unknownSince)}`,
			`waited ${seconds(waitedMs)}`,
			fault && `refused: ${fault.message}`,
		];
		return found.filter(Boolean).join(', ');
	});
	const ended = await clock.run(Promise.all(waits));
	const list = polls.length > 14 ? [...polls.slice(0, 9), '…', ...polls.slice(-3)] : polls;
	const refusal = watch.refusal === undefined ? [] : [`last refusal: ${watch.refusal}`];
	return [`polls ${list.join(', ')}`, last, ...ended, ...refusal].join('; ');
});
