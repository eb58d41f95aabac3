import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { jobKinds, type JobState } from '../../../jobs/kinds';
import { asError } from '../../../transport/errors';
import { createTransport } from '../../../transport/transport';
import type { Environment } from '../../../transport/types';
import { throwIfStopped } from '../../runContext';
import { collect, type Finals } from '../collect';
import { startDelivery } from './deliver';
import { nextLook } from './lookDate';
import { keep, readOrders, recall, type Orders, type WatchMemory } from './orders';
import { outputsOf } from '../outputs';
import { sleepUntil } from '../suspend';

/** How long a result is tried to be had after the time is up, and how long before the run's own date it is too late. */
const GRACE_MS = 30 * 60_000;
const TOO_LATE_MS = 10 * 60_000;

/**
 * One look at the jobs of a suspended run, in an execution of its own: sleeps on when there are jobs that are not final,
 * else has the result delivered. It never throws but after a Stop, or where it has no business:
 * whatever happens else, it looks again later.
 */
export async function watch(
	context: IExecuteFunctions,
	environment: Environment,
): Promise<INodeExecutionData[]> {
	const memory = recall(context);
	const orders = memory?.orders ?? readOrders(context.getInputData()[0]?.json);
	requireParent(context, orders);
	// The run is not stored yet when this begins: it could not be woken up.
	if (memory === undefined) {
		return await sleepOn(context, environment, { orders, finalIds: [] });
	}
	if (isTooLate(environment, memory.orders)) return done('The run goes on by itself');
	try {
		if (!(await look(context, environment, memory))) return await sleepOn(context, environment, memory);
	} catch (error) {
		throwIfStopped({ context, environment });
		const reason = error instanceof Error ? error.message : String(error);
		context.logger.warn(`A look at the jobs of a suspended run was put off: ${reason}`);
		return await sleepOn(context, environment, memory);
	}
	return done('The result is delivered');
}

const isTooLate = (environment: Environment, { endsAt }: Orders) => environment.now() > endsAt - TOO_LATE_MS;

/** Looks, and starts the delivery when there is nothing more to wait for; gives whether nothing is left to do. */
async function look(
	context: IExecuteFunctions,
	environment: Environment,
	memory: WatchMemory,
): Promise<boolean> {
	const { orders } = memory;
	const isTimeUp = environment.now() >= orders.deadline;
	const finals: Finals = new Map();
	const unfinished = isTimeUp ? new Map<string, JobState>() : undefined;
	try {
		if (!(await collectAll(context, environment, memory, finals, unfinished)) && !isTimeUp) return false;
	} catch (error) {
		if (environment.now() < orders.deadline + GRACE_MS) throw asError(error);
		context.logger.warn(error instanceof Error ? error.message : String(error));
	}
	const outputs = await outputsOf(context, environment, orders.suspended, finals, unfinished);
	throwIfStopped({ context, environment });
	if (isTooLate(environment, orders)) return true;
	await startDelivery(context, orders, outputs);
	return true;
}

/** Reads those that were not final at the last look, and the others only when these are: their records are not kept. */
async function collectAll(
	context: IExecuteFunctions,
	environment: Environment,
	memory: WatchMemory,
	finals: Finals,
	unfinished: Map<string, JobState> | undefined,
): Promise<boolean> {
	const { suspended }: Orders = memory.orders;
	const transport = createTransport(context, environment);
	const kind = jobKinds[suspended.kind];
	const ids = suspended.entries.flatMap(({ job }) => job?.id ?? []);
	const before = new Set(memory.finalIds);
	const open = ids.filter((id) => !before.has(id));
	try {
		const areAllFinal = await collect(transport, kind, open, finals, unfinished);
		if (!areAllFinal && !unfinished) return false;
		return (await collect(transport, kind, ids, finals, unfinished)) && areAllFinal;
	} finally {
		memory.finalIds = [...new Set([...before, ...finals.keys()])];
	}
}

/** One small item for each look: n8n stores what every look has put out. */
async function sleepOn(
	context: IExecuteFunctions,
	environment: Environment,
	memory: WatchMemory,
): Promise<INodeExecutionData[]> {
	const { suspendedAt, deadline } = memory.orders;
	keep(context, memory);
	const again = [{ json: { lookAgain: true } }];
	return await sleepUntil(context, nextLook(environment.now(), suspendedAt, deadline), again);
}

/**
 * n8n wakes up whichever execution it is told to. So it has to say itself that this one was started by the run that is to
 * be woken up: the orders alone could be anybody's.
 * @throws Error when it says otherwise
 */
function requireParent(context: IExecuteFunctions, { parent }: Orders): void {
	const started = startedBy.safeParse(context);
	if (started.success && started.data.runExecutionData.parentExecution.executionId === parent.executionId)
		return;
	throw new Error('A run can be watched by nobody but an execution that it has started');
}

/** Where n8n keeps which execution has started this one. */
const startedBy = z.object({
	runExecutionData: z.object({ parentExecution: z.object({ executionId: z.string() }) }),
});

function done(what: string): INodeExecutionData[] {
	return [{ json: { done: what } }];
}
