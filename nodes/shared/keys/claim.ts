import type { IExecuteFunctions } from 'n8n-workflow';
import { fingerprintOf, hashed, requestFields, type Claim, type ItemInput } from './fingerprint';
import type { CreateEnd, FirstJob, Held } from '../item/job';
import { whyNoKeyStore } from '../n8n/deduplication';
import { nodeOf } from '../n8n/node';
import { isSaved, toolCallerOf, type ToolCaller } from '../n8n/executionFacts';
import { ItemFailure } from '../operation/failure';
import { labelOf } from '../operation/parameters/messages';
import { fieldsOf } from '../operation/nodeProperties';
import { CREDENTIAL_NAME, readKeyPair } from '../transport/account';
import { asError } from '../transport/serviceError';
import type { Operation } from '../operation/types';
import type { Run } from '../item/runContext';
import { callStore, repeatStore } from './repeats';
import { sharedStore, type KeyState, type KeyStore } from './store';

/* One job is paid per idempotency key: claimed right before the create, in a store that all processes share. */

/** How often another create is looked at, and how soon a Stop of the wait for it is noticed. */
const LOOK_MS = 500;
/** How long a repeat waits for the create of another process, which may have been killed. */
const OTHERS_MS = 30_000;

/** The store of a claim. */
function keyStoreOf(context: IExecuteFunctions, { by }: Claim): KeyStore {
	if (by === 'key') return sharedStore(context);
	return by === 'call' && whyNoKeyStore(context) === undefined ? repeatStore(context) : callStore;
}

/** The keys whose creates are under way in this process. */
const underWay = new Set<string>();

/**
 * The claim of an item; undefined when it makes none. A call that an agent makes twice is one job, even without a key:
 * models repeat their calls. Those of the AI Agent node do so in one execution; a client of an MCP trigger that gave up
 * calls again in another one, and n8n Agents have none.
 * @throws ItemFailure when keys can't be stored here
 */
export async function claimOf(
	run: Run,
	operation: Operation,
	given: ItemInput,
	fingerprint: string,
): Promise<Claim | undefined> {
	const { context } = run;
	const { idempotencyKey } = given.settings;
	const executionId = context.getExecutionId();
	const caller = toolCallerOf(context);
	const isGiven = idempotencyKey !== undefined;
	if (isGiven) requireKeyStore(context, caller);
	else if (caller === undefined || (caller === 'agent' && !isSaved(executionId))) return undefined;
	const account = async () => readKeyPair(await context.getCredentials(CREDENTIAL_NAME));
	const { baseUrl, clientId } = await run.once('account of the keys', account);
	const fields = hashed(requestFields(run, operation, given));
	const { id, type, name } = nodeOf(context);
	// n8n Agents give the node another ID at each call.
	const node = caller === 'n8nAgents' ? `${type} ${name}` : id;
	const scope = fingerprintOf(context.getWorkflow().id, node, baseUrl, clientId);
	if (isGiven) return { by: 'key', key: fingerprintOf(scope, { idempotencyKey }), fields };
	return caller === 'agent'
		? { by: 'callInExecution', key: fingerprintOf(scope, executionId, fingerprint), fields }
		: { by: 'call', key: fingerprintOf(scope, 'repeats', fingerprint), fields };
}

/** @throws ItemFailure where a key that is given can't be stored, before anything is paid */
function requireKeyStore(context: Run['context'], caller: ToolCaller | undefined): void {
	const why = whyNoKeyStore(context);
	if (why === undefined) return;
	const [reason, wayOn] =
		caller === 'n8nAgents'
			? [
					'a tool of n8n Agents runs without a workflow, whose keys n8n would remember',
					'Leave the key empty: there the same call is the same job for 15 minutes. Or give the agent a workflow as its tool, with this node in it.',
				]
			: [why, 'Save the workflow and run it in n8n, or leave the key empty.'];
	throw new ItemFailure(`Idempotency Key is not possible here: ${reason}`, {
		description: `Nothing was created. ${wayOn}`,
	});
}

/**
 * Claims the key of an item, right before its create. When another create has it, waits for the end of that one.
 * @returns the job of the other create, which is this item's, too; or the key, which must be told how the create ends
 * @throws ItemFailure when the other create is in doubt or had other parameters, or when keys can't be claimed
 */
export async function claimKey(run: Run, operation: Operation, claim: Claim): Promise<FirstJob | Held> {
	const { context, environment } = run;
	const store = keyStoreOf(context, claim);
	for (let waitedMs = 0; waitedMs < OTHERS_MS; waitedMs += underWay.has(claim.key) ? 0 : LOOK_MS) {
		const taken = await store.take(claim).catch((error: unknown) => {
			const what = claim.by === 'key' ? 'Idempotency Key' : 'This call';
			throw new ItemFailure(`${what} can't be claimed: ${asError(error).message}`, {
				description: 'Nothing was created. It needs the database of n8n: check that it works.',
			});
		});
		if (taken && 'settle' in taken) {
			underWay.add(claim.key);
			return { settle: async (end) => await settle(context, claim, taken, end) };
		}
		if (taken) return jobOf(operation, taken, claim);
		await environment.sleep(LOOK_MS);
	}
	return jobOf(operation, { doubt: 'Its first use did not end: n8n was killed, or is still at it.' }, claim);
}

async function settle(context: Run['context'], { key }: Claim, held: Held, end: CreateEnd): Promise<void> {
	underWay.delete(key);
	await held.settle(end).catch(notKept(context));
}

/** An error of the store goes to the log: the create is made. */
const notKept =
	({ logger }: Run['context']) =>
	(error: unknown) => {
		logger.warn(`The end of an Idempotency Key's create could not be kept: ${String(error)}`);
	};

/** Lets an agent's call be made again whose job, which has this ID, has failed or is over. */
export async function releaseCall({ context }: Run, claim: Claim, id: string): Promise<void> {
	await keyStoreOf(context, claim).release?.(claim, id).catch(notKept(context));
}

/** What is known of a key that is not free; undefined also where its store can't be read now. */
export async function lookUp({ context }: Run, claim: Claim): Promise<Exclude<KeyState, 'free'>> {
	const known = await keyStoreOf(context, claim)
		.find(claim)
		.catch(() => undefined);
	return known === 'free' ? undefined : known;
}

/** The job of a key. @throws ItemFailure when it is in doubt, or was made with other parameters */
export function jobOf(
	operation: Operation,
	known: Exclude<KeyState, 'free' | undefined>,
	{ by }: Claim,
): FirstJob {
	if ('doubt' in known) {
		const where = by === 'key' ? 'under this Idempotency Key' : 'for this same call';
		const message = `Not sent: a job may have been paid ${where}. ${known.doubt}`;
		throw doubtFailure(message, by === 'key' ? 'give another key' : 'change a parameter');
	}
	const [differs] = known.others;
	if (differs === undefined) return known.job;
	const shown = fieldsOf(operation);
	// An empty name stands for what the request lacks.
	const label = differs && (labelOf(shown, [differs]) || labelOf(shown, ['options', differs]));
	const what = label ? `another value of ${label}` : 'other parameters';
	throw new ItemFailure(`Not sent: this Idempotency Key was used before with ${what}`, {
		description:
			'One key stands for one job. Give the key that belongs to these parameters, or those that belong to the key.',
	});
}

/** What is not sent, as it may have been paid. */
export function doubtFailure(message: string, otherwise: string): ItemFailure {
	return new ItemFailure(message, {
		submitted: 'unknown',
		description: `Look for the job in the executions of this workflow and their logs, which name the IDs, and on the website of the service, or compare the credits. If there is none, ${otherwise}.`,
	});
}

/** Whether the key of an item guards its create in all processes. */
export const isSafeByKey = ({ claim }: { claim?: Claim }) => claim?.by === 'key';
