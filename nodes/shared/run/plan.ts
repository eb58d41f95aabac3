import { each } from '../async/limit';
import { withReference } from '../callbacks/open';
import { isSession } from '../jobs/kinds';
import { continuesOnFail, leftOut, namesOf, toFailure } from '../operation/failure';
import { createLimits } from '../operation/limits';
import { quoted } from '../operation/parameters/messages';
import { optional, textSchema } from '../operation/parameters/schemas';
import { itemReader, readOption } from '../operation/readParameters';
import { createWaitOptions } from '../operation/settings';
import { waitMethods } from '../async/waitMethods';
import { defaultSettings, settingsOfCreates, type CreateOperation } from '../operation/defineOperation';
import { Failure, wrongField } from '../service/failure';
import { quota } from '../service/records';
import { READ_BALANCE, type Json } from '../service/request';
import { keysOf } from '../service/values';
import { filesIn } from '../media/binaryFile';
import { isNotKept } from '../n8n/executionFacts';
import { hint } from '../n8n/hintsAndCustomData';
import { databaseIsAway } from '../transport/account';
import { canReach } from '../transport/hosts';
import { endUnplanned } from './create';
import { fail } from './fail';
import { claimOf, isFirst } from './identity';
import type { Leg } from './leg';
import { itemWith } from './output';
import { findJobs } from './reuse';
import { isOpen, isPlanned, Row, type RowState } from './row';
import { throwIfStopped, type Run } from './runContext';

/* A row from the parameters of its item to its request. */

/** Validates the parameters of all items, without a request. A bad item does not even cost a detection. */
export async function checkAll(run: Run, operation: CreateOperation): Promise<Row[]> {
	const firsts = new Map<string, Row>();
	const read = itemReader(run, operation);
	return await each(run.items, { turn: run.yieldToEventLoop }, async (_, item) => {
		throwIfStopped(run);
		try {
			const { input, value: plan, settings } = read(item);
			const row = new Row(item, settings, {}, { input, plan });
			requireSame(operation, row, firsts);
			return row;
		} catch (why) {
			const reference = readOption(run.context, 'reference', item, optional(textSchema));
			const details = { kind: operation.kind.name, submitted: 'no', reference } as const;
			return new Row(item, defaultSettings, { state: { is: 'failed', failure: toFailure(why, details) } });
		}
	});
}

/** @param firsts the first row that has each setting of a run */
function requireSame({ kind }: CreateOperation, row: Row, firsts: Map<string, Row>): void {
	if (isSession(kind)) return;
	for (const name of keysOf(settingsOfCreates)) {
		const { isOfRun, label } = settingsOfCreates[name];
		if (!isOfRun || (name in createWaitOptions && !row.settings.waitForCompletion)) continue;
		const first = firsts.get(name) ?? row;
		firsts.set(name, first);
		const value = row.settings[name];
		const usual = first.settings[name];
		if (value === usual) continue;
		// Wait Method is a choice.
		const onScreen = (of: unknown) => quoted(waitMethods.find((each) => each.value === of)?.name ?? of);
		const message = `${label} must be the same for all items, but ${onScreen(value)} was given, and ${namesOf([first.item])} has ${onScreen(usual)}`;
		const description = `It holds for the whole run. Give ${namesOf([row.item])} the same value, or run it in a node of its own.`;
		throw wrongField(label, message, description, { suggestion: usual });
	}
}

/** Gives each row the job of its claim, or a plan. A plan for that job might fail, as for a button that was used. */
export async function planAll(leg: Leg): Promise<void> {
	const { run, state } = leg;
	const rows = leg.rows.filter((row) => isOpen(row) && row.asks !== undefined);
	const claiming = rows.filter(({ settings }) => !settings.dryRun);
	// One after another. Equal rows are numbered in their order.
	for (const row of claiming) {
		const sent = state.run.sent[row.item];
		// An earlier try has claimed it as one of equal rows. The others keep their numbers.
		if (sent?.by === 'row') state.count(sent.request);
		const claim = sent ?? (await claimOf(leg, row).catch(databaseIsAway));
		throwIfStopped(run);
		if (claim instanceof Failure) await fail(leg, row, claim);
		else row.to(row.now, { claim, isOwn: sent !== undefined });
		await run.yieldToEventLoop();
	}
	// Nobody can have claimed the others. If someone has, `take` finds it.
	const before = claiming.filter((row) => isOpen(row) && !(row.claim?.by === 'row' && isFirst(run, row)));
	if (before.length > 0) await findJobs(leg, before);
	const toPlan = rows.filter(({ now }) => now.is === 'checked');
	// A failure that holds for all rows, or stops the node, ends the planning as well: its requests would be refused alike.
	const { concurrentSubmissions: atATime } = defaultSettings;
	await each(toPlan, { atATime, turn: run.yieldToEventLoop }, async (row) => {
		const planned = leg.gate.halted ? leftOut(leg.gate.halted) : await planOf(leg, row).catch(toFailure);
		throwIfStopped(run);
		if (planned instanceof Failure) await endUnplanned(leg, row, planned);
		else row.to(planned);
	});
}

/**
 * Maximum Jobs per Execution counts all runs of the node in this execution, such as rounds of a loop, calls of an agent, tries.
 * A limit over time that is too low for all rows only stops a node that stops on errors. The lowest of the items counts,
 * and rows with the same claim are one job. The balance must reach the highest Minimum Credit.
 */
export async function brokenLimit(leg: Leg): Promise<Failure | undefined> {
	const { run, state, gate } = leg;
	const rows = leg.rows.filter(isPlanned);
	const minimum = Math.max(0, ...new Set(rows.map(({ settings }) => settings.minimumCredit)));
	if (minimum > 0) {
		const { credit } = await run.transport.send({ ...READ_BALANCE, patient: true }, quota);
		const message = `The balance is ${credit} credits, and Minimum Credit asks for ${minimum}`;
		const description = 'Top up the account, or lower Minimum Credit.';
		const details = { field: 'Minimum Credit', description };
		if (credit < minimum) return new Failure(message, 'addCredits', details);
	}
	const count = new Set(rows.map(({ claim, item }) => claim?.name ?? String(item))).size;
	const ofRun = { name: 'maxJobs', label: createLimits.maxJobs.label, before: state.jobsBefore } as const;
	for (const { name, label, before } of [ofRun, ...gate.limits.map((limit) => ({ ...limit, before: 0 }))]) {
		const most = Math.min(...new Set(rows.map(({ settings }) => settings[name] || Infinity)));
		if (before + count <= most || (name !== ofRun.name && continuesOnFail(run.context))) continue;
		const jobs = `${count} ${count === 1 ? 'job' : 'jobs'}${before > 0 ? `, after ${before} in this execution` : ''}`;
		const message = `This run would make ${jobs}, and ${label} allows ${most}`;
		return wrongField(label, message, `Give it fewer items, or raise ${label}.`);
	}
	state.countJobs(state.run.made + count);
	return undefined;
}

async function planOf({ run }: Leg, row: Row): Promise<RowState> {
	const { item, settings, asks } = row;
	if (!asks) return row.now;
	const request = await asks.plan(run.toolsFor(item));
	if (!settings.waitForCompletion && isNotKept(run.context) && filesIn(asks.input).length > 0) {
		await run.once('hint files', async () => hint(run.context, FILES_GO, 'warning'));
	}
	const { webhookUrl: given, reference } = settings;
	const webhookUrl = given && (await callbackAddress(run, given, reference));
	const planned = { ...request.body, ...(webhookUrl !== undefined && { webhookUrl }) };
	const body = withExtraFields(planned, settings.extraFields);
	const { identity: payer } = await run.account();
	if (!settings.dryRun) return { is: 'planned', request: { ...request, body, payer } };
	return { is: 'done', output: itemWith(run, item, settings, { dryRun: true, request: body }) };
}

const FILES_GO =
	'This workflow does not save its executions, so n8n deletes the files of By File within 15 minutes, perhaps before the service fetches them. Turn on Wait for Completion, or save executions in the settings of the workflow.';

/** @throws Failure when the service can't reach it */
async function callbackAddress(run: Run, webhookUrl: string, reference?: string): Promise<string> {
	if (!canReach(await run.serviceUrl(), webhookUrl)) {
		const field = 'Webhook URL';
		const message = `${field} is at ${new URL(webhookUrl).host}, which the service can't reach`;
		const description =
			'Set N8N_WEBHOOK_URL to the public address of n8n where it is started, and copy the Production URL of the trigger again.';
		throw new Failure(message, 'changeSetting', { field, description });
	}
	const { secret } = await run.account();
	return reference === undefined ? webhookUrl : withReference(webhookUrl, reference, secret);
}

type Body = { [field: string]: Json | undefined };

/** @throws Failure for a field that the body already has, because the service would get only one of the values */
export function withExtraFields(body: Body = {}, extraFields: Body = {}): Body {
	const isSent = (name: string) => Object.hasOwn(body, name) && body[name] !== undefined;
	const taken = Object.keys(extraFields).find(isSent);
	if (taken === undefined) return { ...body, ...extraFields };
	const field = 'Extra Fields (JSON)';
	const message = `${field} has ${quoted(taken)}, which the node already sends`;
	throw wrongField(field, message, 'Remove it there, and set the parameter of the node instead.');
}
