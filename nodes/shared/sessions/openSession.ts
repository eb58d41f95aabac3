import { mergeStates, type JobState } from '../jobs/kinds';
import { isNewerThanLists, readJob } from '../jobs/read';
import { isFinal, type Watch } from '../jobs/wait';
import { ItemFailure } from '../operation/failure';
import type { SessionSettings } from '../operation/settings';
import { bodyOfSettings } from '../operation/settings/bodySettings';
import type { Plan, SessionOperation, Tools } from '../operation/types';
import { BoundedMap } from '../service/boundedMap';
import { requireFree } from '../run/create/check';
import { createOnce, notSent, notSentAgain } from '../run/create/submit';
import { adopted, plan, type InDoubt, type Running, type FirstJob, type Held } from '../item/job';
import type { Run } from '../item/runContext';
import { claimKey, claimOf, releaseCall } from '../keys/claim';
import { type Claim, fingerprintOf } from '../keys/fingerprint';
import { haltAfter } from '../run/batch/batch';
import type { Ledger } from '../run/batch/ledger';
import { closeSession } from './closeSession';

/** A session of one item. It goes on costing credits until it is closed. */
export interface Session {
	item: number;
	settings: SessionSettings;
	fingerprint: string;
	input: unknown;
	makePlan: (tools: Tools) => Promise<Plan>;
	/** Of a tool's call, which stands for one session. */
	claim?: Claim;
	/** What became of its create: a duplicate was opened by an earlier call of the tool. */
	job?: Running | InDoubt;
	isClosed?: true;
}

/** What the sessions of a run share. */
export interface Sessions {
	run: Run;
	operation: SessionOperation;
	ledger: Ledger;
	watch: Watch;
	/** When n8n's time limit ends the waits. */
	endsAt: number;
	halted?: ItemFailure;
}

/** As their creates gave them: a later answer may have fewer addresses (service.md: Live avatar sessions). */
const opened = new BoundedMap<string, JobState>(1_000);

/**
 * Opens a session, once: one that may have been opened by an earlier try is not opened again. The same call of a tool is
 * the same session, as long as that is open.
 */
export async function open(all: Sessions, session: Session): Promise<void> {
	const { run, operation } = all;
	const { item, settings, fingerprint, input } = session;
	const { job } = all.ledger.find(session) ?? {};
	if (job?.is === 'inDoubt' || job?.is === 'running') session.job = job;
	if (job?.is === 'inDoubt') throw notSentAgain(operation.kind.label, job);
	// One of an earlier try that could not be closed.
	if (session.job) return;
	await closeEarlier(all, session);
	const { extraFields, reference } = settings;
	// Two people may talk to one avatar at the same time: each has a reference.
	const call = fingerprintOf(fingerprint, reference);
	session.claim = await claimOf(run, operation, { item, input, settings }, call);
	const { request, asked } = await session.makePlan(run.toolsFor(item));
	requireFree(operation, request.body, extraFields);
	const planned = plan({ ...request, body: { ...request.body, ...bodyOfSettings(settings) } }, asked);
	const check = () => {
		if (all.halted) throw notSent(all.halted);
	};
	check();
	const { claim } = session;
	const held = claim && (await claimCall(all, session, claim));
	if (held && !('settle' in held)) return;
	const keep = (job: Running | InDoubt) => {
		session.job = job;
		all.ledger.keep({ item, fingerprint, job });
	};
	const { state } = await createOnce(run, operation, planned, {
		...{ item, reference, guards: [async () => held], keep, check },
		failed: (failure) => haltAfter(all, failure),
	});
	opened.set(state.id, state);
}

/** Closes what an earlier try has opened with other parameters, as an expression gives them: nobody has learnt of it. */
async function closeEarlier(all: Sessions, session: Session): Promise<void> {
	for (const { job, fingerprint } of all.ledger.of(session.item)) {
		if (job?.is === 'running') await closeSession(all, { ...session, job, fingerprint });
	}
}

/**
 * Claims a call of a tool.
 * @returns the session that the same call has opened, as long as that is open: it is this item's, too
 */
async function claimCall(
	{ run, operation }: Sessions,
	session: Session,
	claim: Claim,
): Promise<Running | Held> {
	let over: string | undefined;
	for (;;) {
		const first = await claimKey(run, operation, claim);
		if ('settle' in first) return first;
		// Where it can't be read, the failure names it: it may be open.
		const job = (session.job = adopted(first));
		const state = await readOpen(run, operation, first);
		if (state) return (session.job = { ...job, state });
		session.job = undefined;
		if (over === first.id) {
			throw new ItemFailure(`The same call has opened session ${over}, and n8n can't store that it is over`, {
				description: 'Nothing was opened. Change the Reference, or check the database of n8n.',
			});
		}
		over = first.id;
		await releaseCall(run, claim, first.id);
	}
}

/** A session as it is now; undefined when it is over. */
async function readOpen(
	{ transport, environment }: Run,
	{ kind }: SessionOperation,
	{ id, at }: FirstJob,
): Promise<JobState | undefined> {
	const found = await readJob(transport, kind, id);
	const known = opened.peek(id) ?? { id, status: 'queued', record: {} };
	if (!found) return isNewerThanLists(environment.now() - at) ? known : undefined;
	return isFinal(kind, found) && found.status !== kind.ready ? undefined : mergeStates(known, found);
}
