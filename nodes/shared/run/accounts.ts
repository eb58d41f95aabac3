import { asError, Failure } from '../service/failure';
import { accountOf } from '../transport/account';
import { isByItem } from '../transport/accountByItem';
import { throwIfStopped, type Run } from './runContext';

/** All requests of a run go out with the keys of the first (n8n.md: Expressions in the credential). */
export async function findOtherAccounts(run: Run): Promise<void> {
	const { context, items, otherAccounts } = run;
	if (items.length < 2 || (await isByItem(context)) === false) return;
	const first = await accountAt(run, 0).catch(() => undefined);
	// No request can be made then, and the first one says why.
	if (first === undefined) return;
	for (let item = 1; item < items.length; item++) {
		const failure = await accountAt(run, item).then(
			(account) => (account === first ? undefined : otherAccount()),
			(error: unknown) => unreadable(asError(error).message),
		);
		if (failure) otherAccounts.set(item, failure);
		await run.yieldToEventLoop();
		throwIfStopped(run);
	}
}

async function accountAt({ context }: Run, item: number): Promise<string> {
	const { fingerprint, hosts } = await accountOf(context, item);
	return `${fingerprint} ${hosts.detection.root}`;
}

const WAY_ON =
	'A run uses one account: give each account a node of its own, or put the node into Loop Over Items with a Batch Size of 1.';

const otherAccount = () =>
	new Failure('The credential gives this item another account than the first item of the run', {
		description: WAY_ON,
	});

const unreadable = (why: string) =>
	new Failure(`The credential can't be read for this item: ${why}`, { description: WAY_ON });
