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
	const [first] = open;
	const others = open.length > 1 ? ` and ${open.length - 1} more` : '';
	const ids = first?.state ? ` (ID ${first.state.id}${others})` : '';
	const later = next > 0 ? `; ${countOf(next)} still to be created` : '';
	const message = `Waiting for ${countOf(open.length)}${ids}${later}.`;
	context.logger.info(`The run is stored. ${message}`);
	hint(context, message);
}

/** Tells what a finished run did: what became of its jobs, what they cost, and until when results are kept. */
export function tellEnd({ run, tracks }: JobRun, ended: ReadonlyArray<Outcome<INodeExecutionData>>): void {
	if (tracks.length === 0 || isTool(run.context)) return;
	const items = ended.flatMap((outcome) => {
		if (!outcome.ok) return [];
		const { json, binary } = outcome.value;
		return typeof json.status === 'string' ? [{ json, binary, status: json.status }] : [];
	});
	const words = [
		...items.map(({ json, status }) => (json.timedOut ? 'timed out' : wordOf(status))),
		...ended.flatMap(({ ok }) => (ok ? [] : 'failed')),
		...items.flatMap(({ json }) => (json.duplicate ? 'not paid again' : [])),
		...tracks.flatMap(({ remade = 0 }) => Array<string>(remade).fill('made again')),
	];
	const counts = [...new Set(words)].map((word) => `${words.filter((each) => each === word).length} ${word}`);
	const paid = items.map(({ json }) => (json.duplicate ? 0 : (readNumber(json.credits) ?? 0)));
	const credits = paid.reduce((sum, each) => sum + each, 0);
	const until = items
		.flatMap(({ json }) => (typeof json.expiresAt === 'string' ? json.expiresAt : []))
		.sort()[0];
	const onlyAddresses = items.some(({ json, binary }) => !binary && json.streamUrls === undefined);
	const { refusals, waitedMs } = run.transport.slowed();
	const sentences = [
		`Jobs: ${counts.join(', ')}`,
		refusals > 0 &&
			`The service slowed this run, by about ${spanOf(waitedMs)}: it takes only so many requests a minute`,
		credits > 0 && `Credits used: ${Math.round(credits * 100) / 100}`,
		until !== undefined && `Results can be had until ${until.slice(0, 16).replace('T', ' ')} UTC`,
		onlyAddresses && 'To see one without paying again: the operation Get, with its ID and Download Result on',
	];
	hint(run.context, sentences.flatMap((sentence) => (sentence ? `${sentence}.` : [])).join(' '));
}

const wordOf = (status: string) => (['queued', 'processing'].includes(status) ? 'not waited for' : status);

const spanOf = (ms: number) =>
	ms < 60_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`;

const countOf = (jobs: number) => `${jobs} ${jobs === 1 ? 'job' : 'jobs'}`;
