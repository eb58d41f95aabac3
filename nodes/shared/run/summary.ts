import type { INodeExecutionData } from 'n8n-workflow';
import { findableBy, hint } from '../n8n/told';
import { isTool } from '../n8n/node';
import { readNumber } from '../service/values';
import type { JobRun, Track } from './jobRun';
import type { Outcome } from './outcome';
import type { Run } from './runContext';

/* What a run tells beside its items: only IDs, numbers and dates, as everybody who sees the execution can read it. */

/** Stores the IDs of the jobs with the execution, which can be found by them. */
export function tellIds({ run, tracks }: JobRun): void {
	const ids = tracks.flatMap(({ state }) => state?.id ?? []);
	if (ids.length > 0) findableBy(run.context, ids);
}

/** Tells what a stored run waits for: as a hint, and in the log. */
export function tellPark({ context }: Run, open: readonly Track[], next: number): void {
	const first = open[0]?.state?.id;
	const others = open.length > 1 ? ` and ${open.length - 1} more` : '';
	const later = next > 0 ? `; ${countOf(next)} still to be created` : '';
	const message = `Waiting for ${countOf(open.length)}${first === undefined ? '' : ` (ID ${first}${others})`}${later}.`;
	context.logger.info(`The run is stored. ${message}`);
	hint(context, message);
}

/** Tells what a finished run did: what became of its jobs, what they cost, and until when results are kept. */
export function tellEnd({ run, tracks }: JobRun, ended: ReadonlyArray<Outcome<INodeExecutionData>>): void {
	if (tracks.length === 0 || isTool(run.context)) return;
	const items = ended.flatMap((outcome) =>
		outcome.ok && typeof outcome.value.json.status === 'string' ? [outcome.value] : [],
	);
	const having = (field: string) => items.filter(({ json }) => Boolean(json[field])).length;
	const ofStatus = (...wanted: unknown[]) =>
		items.filter(({ json }) => !json.timedOut && wanted.includes(json.status)).length;
	const remade = tracks.reduce((sum, track) => sum + (track.remade ?? 0), 0);
	const counts: Array<[number, string]> = [
		[ofStatus('completed'), 'completed'],
		[ofStatus('streaming'), 'streaming'],
		[ofStatus('queued', 'processing'), 'not waited for'],
		[ended.filter(({ ok }) => !ok).length + ofStatus('failed', 'cancelled'), 'failed'],
		[having('timedOut'), 'timed out'],
		[having('duplicate'), 'not paid again'],
		[remade, 'made again'],
	];
	const credits = items.reduce(
		(sum, { json }) => sum + (json.duplicate ? 0 : (readNumber(json.credits) ?? 0)),
		0,
	);
	const until = items
		.flatMap(({ json }) => (typeof json.expiresAt === 'string' ? json.expiresAt : []))
		.sort()[0];
	const onlyAddresses = items.some(({ json, binary }) => !binary && json.streamUrls === undefined);
	const sentences = [
		`Jobs: ${counts.flatMap(([count, what]) => (count > 0 ? `${count} ${what}` : [])).join(', ')}`,
		credits > 0 && `Credits used: ${Math.round(credits * 100) / 100}`,
		until !== undefined && `Results can be had until ${until.slice(0, 16).replace('T', ' ')} UTC`,
		onlyAddresses && 'To see one without paying again: the operation Get, with its ID and Download Result on',
	];
	hint(run.context, sentences.flatMap((sentence) => (sentence ? `${sentence}.` : [])).join(' '));
}

const countOf = (jobs: number) => `${jobs} ${jobs === 1 ? 'job' : 'jobs'}`;
