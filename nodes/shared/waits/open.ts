import type { IExecuteFunctions } from 'n8n-workflow';
import { whyNoReentry } from '../n8n/reentry';
import { resumeUrlOf } from '../n8n/resumeUrl';
import { serviceAddress } from '../transport/account';
import { canReach } from '../transport/address';
import { ServiceError } from '../transport/errors';
import { polling, type Way } from './index';

/**
 * Finds out, before anything is paid, whether a way to wait is possible here. If the run can't be parked, a way that
 * only looks becomes polling, and one that waits for calls is refused.
 * @returns the way, and the address that wakes this execution up, if the way needs calls
 * @throws ServiceError, for all items of the run
 */
export async function openWay(
	context: IExecuteFunctions,
	way: Way,
): Promise<{ way: Way; wakeUpUrl?: string }> {
	if (!way.parks) return { way };
	const why = whyNoReentry(context);
	if (!way.isCalled) {
		if (why === undefined) return { way };
		context.logger.debug(`The execution waits in memory: ${why}`);
		return { way: polling };
	}
	const wakeUpUrl = resumeUrlOf(context);
	if (why !== undefined || wakeUpUrl === undefined) {
		throw refused(way, why ?? 'n8n gives this execution no address');
	}
	if (canReach(await serviceAddress(context), wakeUpUrl)) return { way, wakeUpUrl };
	throw refused(
		way,
		`this n8n is at ${new URL(wakeUpUrl).host}, which the service can't reach`,
		'Set N8N_WEBHOOK_URL (before n8n 2.41: WEBHOOK_URL) to the public address of n8n where it is started, or: ',
	);
}

function refused({ name }: Way, why: string, whatToDo = ''): ServiceError {
	return new ServiceError(`Wait Using "${name}" is not possible here: ${why}`, {
		description: `${whatToDo}Choose another Wait Using.`,
	});
}
