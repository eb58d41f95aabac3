import type { INodeExecutionData } from 'n8n-workflow';
import { each } from '../async/limit';
import { isFinal, mergeStates, rememberedState, resourceOf, type JobState } from '../jobs/kinds';
import { isDefinite, isUnknown, readJobs } from '../jobs/read';
import type { JobReport } from '../jobs/output';
import { lacksAddress, Watch } from '../jobs/wait';
import { hint } from '../n8n/hintsAndCustomData';
import { isTool } from '../n8n/storedExecution';
import { continuesOnFail, leftOut, type Outcome } from '../operation/failure';
import { quoted } from '../operation/parameters/messages';
import { itemReader } from '../operation/readParameters';
import { defaultSettings, type CallOperation, type ReadOperation } from '../operation/defineOperation';
import { Failure } from '../service/failure';
import { checkedItems, itemOf, itemsOf, outcomeOf, outputOf, unfinished } from './output';
import type { Run } from './runContext';

/* The operations that cost nothing, for all items of a run. Their answers come out in the order of the items. */

/** One call to the service per item. @throws NodeOperationError when an item failed and the node stops on failures */
export async function runCalls(run: Run, operation: CallOperation): Promise<INodeExecutionData[]> {
	for (const item of run.items.keys()) await operation.begin?.(run.toolsFor(item));
	const calls = await checkedItems(run, itemReader(run, operation));
	let why: Failure | undefined;
	const { concurrentSubmissions: atATime } = defaultSettings;
	const outcomes = await each(calls, { atATime }, async ({ value: asked, failure }, item) => {
		if (!asked) return { item, failure };
		const outcome = await outcomeOf(item, async () => {
			if (why) throw leftOut(why);
			return (await asked.value(run.toolsFor(item))).map((json) => itemOf(json, item));
		});
		if (outcome.failure?.scope === 'run' || !continuesOnFail(run.context)) why ??= outcome.failure;
		return outcome;
	});
	return itemsOf(run, outcomes);
}

/** Reads jobs. @throws NodeOperationError as `runCalls` does */
export async function runReads(run: Run, operation: ReadOperation): Promise<INodeExecutionData[]> {
	const { kind } = operation;
	const checked = await checkedItems(run, itemReader(run, operation));
	const ids = new Set(checked.flatMap(({ value }) => value?.value ?? []));
	const answersBy = checked.flatMap(({ value }) => (value ? run.answerBy(value.settings.toolTimeout) : []));
	const until = Math.min(run.ends.inProcess, ...new Set(answersBy));
	const found = await readJobs(run.transport, kind, [...ids], until);
	const watch = new Watch(kind, run.transport, run.environment, run.yieldToEventLoop);
	const outcomesOf = async ({ item, value, failure }: (typeof checked)[number]) => {
		if (!value) return [{ item, failure }];
		const { value: wanted, settings } = value;
		return await each(wanted, { turn: run.yieldToEventLoop }, async (id) => {
			const read = async () => {
				const report = await reportOf(run, operation, settings, id, found.get(id), watch);
				return (await outputOf(run, item, settings, { kind, ...report })).output;
			};
			return await outcomeOf(item, read, { id, kind: kind.name, resource: resourceOf(kind) });
		});
	};
	const outcomes: Array<Outcome<INodeExecutionData>> = (await each(checked, {}, outcomesOf)).flat();
	const unknown = [...ids].filter((id) => !found.has(id) || isUnknown(found.get(id)));
	const told = `The service does not know ${unknown.length} of ${ids.size} IDs`;
	if (operation.many && unknown.length > 0) hint(run.context, told, 'warning');
	return itemsOf(run, outcomes);
}

/** @param read undefined where the service knows no such job. @throws Failure */
async function reportOf(
	run: Run,
	operation: ReadOperation,
	settings: typeof defaultSettings,
	id: string,
	read: JobState | Failure | undefined,
	watch: Watch,
): Promise<Omit<JobReport, 'kind'>> {
	const { kind, many } = operation;
	const known = rememberedState(run.transport, id);
	const answer = read instanceof Failure ? undefined : read;
	const isAway = read instanceof Failure && !isUnknown(read);
	// A wait outlasts an outage, and the moment in which a list lacks a new job. An address that never answered may be wrong.
	const mayPass =
		isAway && read.details.next !== 'fixCredential' && !isDefinite(read) && !isTool(run.context);
	const account = mayPass ? await run.account().catch(() => undefined) : undefined;
	const isPassing = mayPass && (account?.hasWorked !== false || run.transport.outage?.reached.has('service'));
	const isNew = !isAway && known !== undefined && !isFinal(kind, known);
	const waits = settings.waitForCompletion && (isPassing || isNew);
	if (isAway && !waits) throw read;
	if ((read === undefined || read instanceof Failure) && !waits) {
		const { errorCode } = read?.details ?? {};
		const by = errorCode === undefined ? '' : ` (code ${errorCode})`;
		const message = `The service knows no ${kind.label.toLowerCase()} with the ID ${quoted(id)}${by}`;
		if (many) return { state: { id, status: 'unknown', reason: message, record: {} } };
		const description = `Give ${kind.takes ?? 'the id that its create returned'}, and not the ID of another kind. The service can't read a deleted record, or one of another account.`;
		const [field] = operation.properties;
		const told = { id, errorCode, description, field: field?.displayName ?? 'ID' };
		throw new Failure(message, 'changeField', told);
	}
	const before: JobState = known ?? answer ?? { id, status: 'queued', record: {} };
	const state = answer ? mergeStates(before, answer) : before;
	// In a list a failed job is an ordinary item.
	const isAwaited = settings.waitForCompletion && !many;
	const seen = { statusChecks: answer ? 1 : 0, waitedMs: 0 };
	const isReady = isFinal(kind, state) || !settings.waitForCompletion;
	if (isReady && !lacksAddress(kind, state)) return { ...seen, state, isAwaited };
	const { now } = run.environment;
	const since = Math.min(now(), Date.parse(state.createdAt ?? '') || now());
	const end = Math.min(now() + settings.timeout * 60_000, run.ends.inProcess);
	const until = Math.min(end, run.answerBy(settings.toolTimeout));
	const waited = await watch.until({ state, since, until, seen });
	return waited.timedOut && until < end && now() < end ? unfinished(waited) : { ...waited, isAwaited };
}
