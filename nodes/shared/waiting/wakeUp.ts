import type { INodeType, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { answerCaller, CallbackRefusal, openCallback, readBody, type Callback } from '../callbacks/open';
import { inTurn } from '../callbacks/confirm';
import { createEnvironment } from '../async/environment';
import { isFinal, jobKinds } from '../jobs/kinds';
import { readJobs } from '../jobs/read';
import { contextOf } from '../n8n/storedExecution';
import { openAccount, type OpenAccount } from '../transport/account';
import { RunTransport } from '../transport/transport';
import { Failure } from '../service/failure';
import { STATUSES } from '../service/statuses';
import { suspendedIn, type Suspended } from './state';

/*
 * A call to a suspended run is only a hint. If it concerns an open job, the run wakes, and the node reads the records.
 * A call too many costs one poll. A call too few costs one interval.
 * While several other jobs run, a leg would only poll, and n8n drops an execution that is killed in a leg. So the run
 * then stays asleep. Anyone can make up an unsigned call, so its job must have ended.
 */

const ignored: IWebhookResponseData = { webhookResponse: 'OK' };
const woken: IWebhookResponseData = { workflowData: [] };

/** Never throws, as n8n would then continue with empty data. A sender that gets 503 tries again. */
export const wakeUpWebhook: INodeType['webhook'] = async function () {
	try {
		const suspended = suspendedIn(contextOf(this, this.getNode().name));
		if (!suspended) return answer(this, 404, 'No job is waited for here');
		const account = await openAccount(this);
		const callback = openCallback(readBody(this), account.keys, 'signedOrPlain');
		if (callback instanceof CallbackRefusal) {
			return callback.httpStatus === 503 ? answer(this, 503, 'Try again later') : ignored;
		}
		const { id, status, signed } = callback;
		if (!STATUSES[status].isFinal || !suspended.open.includes(id)) return ignored;
		return await inTurn(signed, async () => await look(this, account, suspended, callback));
	} catch (error) {
		this.logger.warn(`A call to a suspended run was put off: ${String(error)}`);
		return answer(this, 503, 'Try again later');
	}
};

/** A sender may give up after five seconds, and would call again. */
const ANSWER_MS = 4_000;
/** The others may end before the leg would begin. */
const SEVERAL = 2;
/** Two that run decide. More reads would take longer than the answer may. */
const LOOKED_AT = 5;

async function look(
	context: IWebhookFunctions,
	account: OpenAccount,
	{ kind: name, open, unsent }: Suspended,
	{ id, signed }: Callback,
): Promise<IWebhookResponseData> {
	const kind = Object.values(jobKinds).find((each) => each.name === name);
	const mayStayAsleep = unsent === 0 && open.length > SEVERAL;
	if (kind === undefined || (signed && !mayStayAsleep)) return woken;
	// The youngest are the last to end.
	const youngest = open.filter((other) => other !== id).slice(1 - Math.max(LOOKED_AT, kind.read.most));
	const others = mayStayAsleep ? youngest : [];
	const environment = createEnvironment(context);
	const transport = new RunTransport(context, environment, {}, async () => account);
	const found = await readJobs(transport, kind, [id, ...others], environment.now() + ANSWER_MS);
	const failure = [...found.values()].find((state) => state instanceof Failure);
	const isRunning = (each: string) => {
		const state = found.get(each);
		return state === undefined || state instanceof Failure || !isFinal(kind, state);
	};
	if (!signed && isRunning(id)) return answer(context, 503, 'Try again later');
	// If its own record lags behind the call, the others may have ended as well.
	if (failure || isRunning(id)) return woken;
	return others.filter(isRunning).length >= SEVERAL ? ignored : woken;
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	answerCaller(context, status, message);
	return { noWebhookResponse: true };
}
