import type { INodeExecutionData } from 'n8n-workflow';
import { mergeStates, type JobKind, type JobState } from '../jobs/kinds';
import { rememberedStream } from '../jobs/kinds/session';
import { readJobs } from '../jobs/read';
import { createWatch, isFinal, lacksAddress, LATE_ADDRESS_MS } from '../jobs/wait';
import { timeLimitOf } from '../n8n/timeLimit';
import { Failure } from '../service/failure';
import { each } from '../async/limit';
import { quoted } from '../operation/parameters/messages';
import { readSettings, type ReadSettings } from '../operation/settings';
import type { ReadOperation } from '../operation/types';
import { readItem } from '../operation/readItem';
import { processingItem } from '../jobs/toolAnswer';
import { outputOf, resultOf } from './output';
import { itemsOf, outcomeOf, stopOn, type Outcome } from './outcome';
import type { Run } from './runContext';
import { endsAt } from '../waiting/endsAt';

type Wanted = { item: number; id: string; settings: ReadSettings };

/**
 * Runs an operation that reads jobs, for all items of a run.
 * @throws NodeOperationError when an item failed and the node stops on failures
 */
export async function runReads(run: Run, operation: ReadOperation): Promise<INodeExecutionData[]> {
	const { kind, many } = operation;
	const checked = await each(
		[...run.items.keys()],
		{ turn: run.yieldToEventLoop },
		async (item) => await outcomeOf(item, () => readItem(run, operation, operation.bind, item, readSettings)),
	);
	stopOn(run, checked);
	const entries = checked.flatMap((outcome, item): Array<Outcome<Wanted>> => {
		if (!outcome.ok) return [outcome];
		const { value: ids, settings } = outcome.value;
		return ids.map((id) => ({ ok: true, value: { item, id, settings } }));
	});
	// All ids are read once, however often one is asked for.
	const wanted = entries.flatMap((entry) => (entry.ok ? entry.value : []));
	const ids = new Set(wanted.map(({ id }) => id));
	const answersBy = wanted.map(({ settings }) => run.answerBy(settings.toolTimeout));
	const until = Math.min(endOf(run, run.beganAt), ...new Set(answersBy));
	const found = await readJobs(run.transport, kind, [...ids], until);
	const watch = createWatch(run.transport, run.environment);

	const read = async ({ item, id, settings }: Wanted): Promise<INodeExecutionData> => {
		const read = found.get(id);
		if (read instanceof Failure) throw read;
		const state = read && mergeStates(rememberedStream(id) ?? read, read);
		if (state === undefined) {
			const failure = unknownId(kind, id);
			if (!many) throw failure;
			const unknown: JobState = { id, status: 'unknown', reason: failure.message, record: {} };
			return await outputOf(run, item, settings, { kind, state: unknown });
		}
		const isLate = lacksAddress(kind, state);
		if (!isLate && (!settings.waitForCompletion || (many && isFinal(kind, state)))) {
			return await outputOf(run, item, settings, { kind, state, statusChecks: 1 });
		}
		// When a job was completed that is final already is unknown.
		const ended = { state, timedOut: false, statusChecks: 1, waitedMs: 0, missing: false };
		const wait = waitFrom(run, kind, state, settings);
		if (isLate) wait.until = Math.min(wait.until, run.environment.now() + LATE_ADDRESS_MS);
		const answersBy = run.answerBy(settings.toolTimeout);
		const until = Math.min(wait.until, answersBy);
		const waited = isFinal(kind, state) && !isLate ? ended : await watch.until({ ...wait, until });
		if (waited.timedOut && answersBy < Infinity && run.environment.now() < wait.until) {
			return processingItem(run, kind, item, waited.state);
		}
		// In a list a failed job is an ordinary item, whether it failed before or during the wait.
		const isListed = many && !waited.timedOut && waited.state.status !== kind.ready;
		if (isListed) return await outputOf(run, item, settings, { kind, ...waited });
		return await resultOf(run, kind, item, settings, waited);
	};
	const outcomes = await each(entries, { turn: run.yieldToEventLoop }, async (entry) => {
		if (!entry.ok) return entry;
		const { item, id } = entry.value;
		return await outcomeOf(item, async () => await read(entry.value), { id, kind: kind.name });
	});
	stopOn(run, outcomes);
	return itemsOf(run, outcomes);
}

function waitFrom(run: Run, kind: JobKind, state: JobState, { timeout }: ReadSettings) {
	const now = run.environment.now();
	const since = state.createdAt === undefined ? now : Math.min(now, Date.parse(state.createdAt));
	return { kind, state, since, until: Math.min(now + timeout * 60_000, endOf(run, now)) };
}

/** When a read has to end, so that n8n's time limit never cancels it. */
const endOf = ({ context }: Run, now: number) => endsAt(timeLimitOf(context), now).inProcess;

function unknownId(kind: JobKind, id: string): Failure {
	return new Failure(`The service knows no ${kind.label.toLowerCase()} with the ID ${quoted(id)}`, {
		id,
		description:
			"The service can't read deleted records. Check that this is an ID (not a jobId), and that the credential belongs to its account.",
	});
}
