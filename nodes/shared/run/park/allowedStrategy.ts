import type { IExecuteFunctions } from 'n8n-workflow';
import { factsOf } from '../../n8n/executionFacts';
import { resumeUrlOf } from '../../n8n/resumeUrl';
import { serviceAddress } from '../../transport/account';
import { canReach } from '../../transport/privateAddress';
import { isByItem } from '../../transport/accountByItem';
import { ServiceError } from '../../transport/serviceError';
import { polling, type Strategy } from './strategies';
import { whoWaits, type Waiting } from './whoWaits';

/** How a run waits. */
export interface Chosen {
	strategy: Strategy;
	/** The address that wakes this execution up, if the strategy needs calls. */
	wakeUpUrl?: string;
	/** Who waits for the output, so that the run stays in the process. */
	waiting?: Waiting;
	/** Nothing is gained by polling in the process for minutes: n8n Agents end a tool that runs for long. */
	storesAtOnce?: boolean;
}

/**
 * Finds out, before anything is paid, whether a strategy is possible here. Where somebody waits for the output, one that
 * only looks from time to time polls in the process, and one that waits for calls is refused.
 * @throws ServiceError, for all items of the run
 */
export async function allowedStrategy(context: IExecuteFunctions, wanted: Strategy): Promise<Chosen> {
	const facts = factsOf(context);
	const waiting = whoWaits(facts);
	if (!wanted.parks) return { strategy: wanted, waiting };
	const storesAtOnce = facts.isRunByAgents;
	if (!wanted.isCalled) {
		if (!waiting) return { strategy: wanted, storesAtOnce };
		context.logger.debug(`The execution waits in memory: ${waiting.why}`);
		return { strategy: polling, waiting };
	}
	const wakeUpUrl = resumeUrlOf(context);
	if (waiting) throw refused(waiting.why, waiting.wayOn);
	// A call belongs to no item: its credential could not be read, and each call would be put off.
	if (await isByItem(context)) {
		throw refused(
			'the credential has an expression that takes a value from the item or from another node',
			'Enter the account itself in the credential.',
		);
	}
	if (wakeUpUrl === undefined) throw refused('n8n gives this execution no address');
	if (canReach(await serviceAddress(context), wakeUpUrl))
		return { strategy: wanted, wakeUpUrl, storesAtOnce };
	throw refused(
		`this n8n is at ${new URL(wakeUpUrl).host}, which the service can't reach`,
		'Set N8N_WEBHOOK_URL (before n8n 2.41: WEBHOOK_URL) to the public address of n8n where it is started.',
	);
}

function refused(why: string, wayOn = ''): ServiceError {
	return new ServiceError(`Wait Using "Be Called by the Service (Callback)" is not possible here: ${why}`, {
		description: [wayOn, 'Or choose Automatic, which waits in memory where it has to.']
			.filter(Boolean)
			.join(' '),
	});
}
