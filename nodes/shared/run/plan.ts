import type { IExecuteFunctions } from 'n8n-workflow';
import { each } from '../async/limit';
import { withReference } from '../callbacks';
import { quoted } from '../operation/parameters/messages';
import type { CreateSettings } from '../operation/settings';
import type { Json } from '../service/request';
import { Failure } from '../service/failure';
import { accountOf, serviceAddress } from '../transport/account';
import { canReach } from '../transport/privateAddress';
import { claimOf } from './identity';
import type { Leg } from './leg';
import { itemOf, withOthers } from './output';
import { findJobs } from './reuse';
import { isOpen, type Row, type RowState } from './row';
import { throwIfStopped } from './runContext';

const PREPARED_AT_A_TIME = 5;

/**
 * Gives each row the job that was made under its claim, or a plan. A job that was made needs no plan, whose answers may
 * have changed, as for a button that was used.
 */
export async function planAll(leg: Leg): Promise<void> {
	const { run, state } = leg;
	const rows = leg.rows.filter((row) => isOpen(row) && row.asks !== undefined);
	const claiming = rows.filter(({ settings }) => !settings.dryRun);
	// One after another. Equal rows are numbered in their order.
	for (const row of claiming) {
		await attempt(leg, row, async () => {
			const sent = state.run.sent[row.item];
			// An earlier try has claimed it as one of equal rows. The others keep their numbers.
			if (sent) state.count(sent.request);
			row.to(row.now, { claim: sent ?? (await claimOf(leg, row)), isOwn: sent !== undefined });
		});
		await run.yieldToEventLoop();
	}
	await findJobs(leg, claiming.filter(isOpen));
	const toPlan = rows.filter(({ now }) => now.is === 'checked');
	await each(toPlan, { atATime: PREPARED_AT_A_TIME, turn: run.yieldToEventLoop }, async (row) => {
		await attempt(leg, row, async () => row.to(await planOf(leg, row)));
	});
}

async function attempt(leg: Leg, row: Row, step: () => Promise<void>): Promise<void> {
	const { run } = leg;
	throwIfStopped(run);
	try {
		await step();
	} catch (error) {
		throwIfStopped(run);
		leg.fail(row, error);
	}
}

async function planOf({ run, wakeUpUrl }: Leg, row: Row): Promise<RowState> {
	const { item, settings, asks } = row;
	if (!asks) return row.now;
	const { request, asked, preview } = await asks.plan(run.toolsFor(item));
	const webhookUrl = await callbackAddress(run.context, settings);
	const planned = { ...request.body, ...(webhookUrl !== undefined && { webhookUrl }) };
	const body = withExtraFields(planned, settings.extraFields);
	// Callback sends an address of its own.
	if (settings.waitForCompletion) withExtraFields({ webhookUrl: wakeUpUrl }, settings.extraFields);
	if (!settings.dryRun) return { is: 'planned', request: { ...request, body }, asked };
	const shown = { dryRun: true, ...preview, request: body };
	const json = settings.includeOtherFields ? withOthers(run.items[item]?.json, shown) : shown;
	return { is: 'done', output: itemOf(json, item) };
}

/** @throws Failure when the service can't reach it */
async function callbackAddress(
	context: IExecuteFunctions,
	{ webhookUrl, reference }: CreateSettings,
): Promise<string | undefined> {
	if (webhookUrl === undefined) return undefined;
	if (!canReach(await serviceAddress(context), webhookUrl)) {
		throw new Failure(`Webhook URL is at ${new URL(webhookUrl).host}, which the service can't reach`, {
			description:
				'Set N8N_WEBHOOK_URL to the public address of n8n where it is started, and copy the Production URL of the trigger again.',
		});
	}
	if (reference === undefined) return webhookUrl;
	return withReference(webhookUrl, reference, (await accountOf(context)).secret);
}

type Body = { [field: string]: Json | undefined };

/** @throws Failure for a field that the body already has, because the service would get only one of the values */
export function withExtraFields(body: Body = {}, extraFields: Body = {}): Body {
	const taken = Object.keys(extraFields).find(
		(name) => Object.hasOwn(body, name) && body[name] !== undefined,
	);
	if (taken === undefined) return { ...body, ...extraFields };
	throw new Failure(`Extra Fields (JSON) has ${quoted(taken)}, which the node already sends`, {
		description: 'Remove it there, and set the parameter of the node instead.',
	});
}
