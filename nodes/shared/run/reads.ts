import type { INodeExecutionData } from 'n8n-workflow';
import type { JobKind, JobState } from '../jobs/kinds';
import { readJobs } from '../jobs/read';
import { createWatch, isFinal, type Waited, type Watch } from '../jobs/wait';
import { ServiceError } from '../transport/errors';
import { createLimit } from '../transport/limit';
import { ItemFailure } from '../operation/failure';
import { finish, outputOf } from './finish';
import { quoted, shownValue } from '../operation/issues';
import { parameterFailure, parametersOf } from '../operation/parameters';
import { failedAt, itemsOf, stopOn, type Outcome } from './outcome';
import type { Run } from './runContext';
import { readSettings, type ReadSettings } from '../operation/settings';
import type { ReadOperation } from '../operation/types';

/** How many files are fetched, or jobs read one by one, at a time. */
const AT_A_TIME = 10;

/** One id that an item asks for. */
interface Wanted {
	item: number;
	id: string;
	settings: ReadSettings;
}

/**
 * Runs an operation that reads jobs, for all items of a run: all ids are read together where the service can, and one
 * scheduler waits for those that are not final, if their items want that.
 * @throws NodeOperationError when an item failed and the node stops on failures
 */
export async function runReads(run: Run, operation: ReadOperation): Promise<INodeExecutionData[]> {
	const entries = run.items.flatMap((_, item) => entriesOf(run, operation, item));
	stopOn(run, entries);
	const watch = createWatch(run.transport, run.environment);
	// All ids are read once, however often one is asked for.
	const ids = new Set(entries.flatMap((entry) => (entry.ok ? entry.value.id : [])));
	const found = await readJobs(run.transport, operation.kind, [...ids]);
	const limit = createLimit(AT_A_TIME);
	const outcomes = await Promise.all(
		entries.map(async (entry): Promise<Outcome<INodeExecutionData>> => {
			if (!entry.ok) return entry;
			const { item, id } = entry.value;
			try {
				return { ok: true, value: await read(run, operation, watch, entry.value, found.get(id), limit) };
			} catch (error) {
				return failedAt(item, error, { id, kind: operation.kind.name });
			}
		}),
	);
	stopOn(run, outcomes);
	return itemsOf(outcomes);
}

function entriesOf(run: Run, operation: ReadOperation, item: number): Array<Outcome<Wanted>> {
	try {
		const parameters = parametersOf(run.context, operation, item);
		const settings = readSettings.safeParse(parameters, { errorMap: shownValue });
		const bound = operation.bind(parameters);
		if (!bound.ok) throw parameterFailure(operation, bound.error);
		if (!settings.success) throw parameterFailure(operation, settings.error);
		return bound.value.map((id) => ({ ok: true, value: { item, id, settings: settings.data } }));
	} catch (error) {
		return [failedAt(item, error)];
	}
}

async function read(
	run: Run,
	{ kind, many }: ReadOperation,
	watch: Watch,
	{ item, id, settings }: Wanted,
	state: JobState | ServiceError | undefined,
	limit: ReturnType<typeof createLimit>,
): Promise<INodeExecutionData> {
	if (state instanceof ServiceError) throw state;
	if (state === undefined) {
		const failure = unknownId(kind, id);
		if (!many) throw failure;
		const unknown: JobState = { id, status: 'unknown', reason: failure.message, record: {} };
		return await outputOf(run, item, settings, { kind, state: unknown });
	}
	if (!settings.waitForCompletion || (many && isFinal(kind, state))) {
		return await limit(async () => await outputOf(run, item, settings, { kind, state, statusChecks: 1 }));
	}
	const waited = isFinal(kind, state) ? ended(state) : await waitFor(run, kind, watch, state, settings);
	return await limit(async () => {
		// In a list a failed job is an ordinary item, whether it failed before or during the wait.
		const isListed = many && !waited.timedOut && waited.state.status !== kind.ready;
		if (isListed) return await outputOf(run, item, settings, { kind, ...waited });
		return await finish(run, kind, item, settings, waited);
	});
}

async function waitFor(run: Run, kind: JobKind, watch: Watch, state: JobState, settings: ReadSettings) {
	const now = run.environment.now();
	const since = state.createdAt === undefined ? now : Math.min(now, Date.parse(state.createdAt));
	const deadline = now + settings.options.timeout * 60_000;
	return await watch.until({ kind, state, since, deadline });
}

/** The result for a job that was final before the wait: when it was completed is unknown. */
function ended(state: JobState): Waited {
	return { state, timedOut: false, statusChecks: 1, waitedMs: 0, missing: false };
}

function unknownId(kind: JobKind, id: string): ItemFailure {
	return new ItemFailure(`The service knows no ${kind.label.toLowerCase()} with the ID ${quoted(id)}`, {
		id,
		description:
			'Deleted records can not be read. Check that this is the id that a create gave (not its jobId), and that the credential is of the account that made it.',
	});
}
