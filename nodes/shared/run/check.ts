import type { IExecuteFunctions } from 'n8n-workflow';
import { isSession } from '../jobs/kinds';
import { fieldsOf } from '../operation/nodeProperties';
import { namesOf, toFailure } from '../operation/failure';
import { asError, Failure } from '../service/failure';
import { labelOf, quoted } from '../operation/parameters/messages';
import { optionalTextSchema } from '../operation/parameters/schemas';
import { defaultsOf, settingsSchemaOf } from '../operation/settings';
import type { CreateOperation } from '../operation/types';
import { readItem } from '../operation/readParameters';
import { accountOf } from '../transport/account';
import { isByItem } from '../transport/accountByItem';
import { Row } from './row';
import { throwIfStopped, type Run } from './runContext';

/** Validates the parameters of all items, without a request. A bad item does not even cost a detection. */
export async function checkAll(run: Run, operation: CreateOperation): Promise<Row[]> {
	const rows: Row[] = [];
	let first: Row | undefined;
	let firstThatWaits: Row | undefined;
	for (const item of run.items.keys()) {
		try {
			const row = check(run, operation, item);
			requireSame(operation, 'limits', row, (first ??= row));
			if (row.settings.waitForCompletion) {
				requireSame(operation, 'waitOptions', row, (firstThatWaits ??= row));
			}
			rows.push(row);
		} catch (error) {
			const reference = referenceOf(run, item);
			const known = { kind: operation.kind.name, submitted: 'no', reference } as const;
			const failure = toFailure(error, known);
			rows.push(new Row(item, defaultsOf(operation), { state: { is: 'failed', failure } }));
		}
		await run.yieldToEventLoop();
		throwIfStopped(run);
	}
	return rows;
}

function check(run: Run, operation: CreateOperation, item: number): Row {
	const schema = settingsSchemaOf(operation);
	const { settings, input, value: plan } = readItem(run, operation, operation.bind, item, schema);
	requireListening(run.context, settings.webhookUrl);
	return new Row(item, settings, { asks: { input, plan }, log: (step) => run.context.logger.debug(step) });
}

const OF_A_RUN = {
	limits: ['concurrentSubmissions', 'maxOpenJobs'],
	options: ['continueExecution'],
	waitOptions: ['waitMethod', 'saveAfter'],
} as const;

function requireSame(operation: CreateOperation, list: keyof typeof OF_A_RUN, row: Row, first: Row): void {
	if (isSession(operation.kind)) return;
	for (const name of OF_A_RUN[list]) {
		const given = row.settings[name];
		const usual = first.settings[name];
		if (given === usual) continue;
		const label = labelOf(fieldsOf(operation), [list, name]);
		const message = `${label} must be the same for all items, but ${quoted(given)} was given, and ${namesOf([first.item])} has ${quoted(usual)}`;
		throw new Failure(message, {
			description: `It holds for the whole run. Give ${namesOf([row.item])} the same value, or run it in a node of its own.`,
		});
	}
}

function requireListening(context: IExecuteFunctions, webhookUrl: string | undefined): void {
	if (webhookUrl === undefined || context.getMode() === 'manual') return;
	if (!new URL(webhookUrl).pathname.includes('/webhook-test/')) return;
	throw new Failure('Webhook URL is a test address, and this is a production run', {
		description:
			'A test address listens only while the editor waits for a test event. Copy the Production URL of the trigger, and publish its workflow.',
	});
}

function referenceOf({ context }: Run, item: number): string | undefined {
	try {
		const reference: unknown = context.getNodeParameter('options.reference', item, null);
		return optionalTextSchema.safeParse(reference).data;
	} catch {
		return undefined;
	}
}

/** All requests of a run go out with the keys of the first (n8n.md: Expressions in the credential). */
export async function findOtherAccounts(run: Run): Promise<void> {
	const { context, items, otherAccounts } = run;
	if (items.length < 2 || (await isByItem(context)) === false) return;
	const first = await accountAt(run, 0).catch(() => undefined);
	// No request can be made then, and the first one says why.
	if (first === undefined) return;
	for (let item = 1; item < items.length; item++) {
		const why = await accountAt(run, item).then(
			(account) => (account === first ? undefined : OTHER_ACCOUNT),
			(error: unknown) => `The credential can't be read for this item: ${asError(error).message}`,
		);
		if (why !== undefined) otherAccounts.set(item, new Failure(why, { description: WAY_ON }));
		await run.yieldToEventLoop();
		throwIfStopped(run);
	}
}

async function accountAt({ context }: Run, item: number): Promise<string> {
	const { fingerprint, hosts } = await accountOf(context, item);
	return `${fingerprint} ${hosts.detection.root}`;
}

const OTHER_ACCOUNT = 'The credential gives this item another account than the first item of the run';
const WAY_ON =
	'A run uses one account: give each account a node of its own, or put the node into Loop Over Items with a Batch Size of 1.';
