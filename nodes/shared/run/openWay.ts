import type { IExecuteFunctions } from 'n8n-workflow';
import { whyNoReentry } from '../n8n/reentry';
import { resumeUrlOf } from '../n8n/resumeUrl';
import { ItemFailure } from '../operation/failure';
import { serviceAddress } from '../transport/account';
import { canReach } from '../transport/address';
import { polling, type Way } from '../waits';

/**
 * Finds out, before anything is paid, whether a way to wait is possible here. If the run can't be parked, a way that
 * only looks becomes polling, and one that waits for calls is refused.
 * @returns the way, and the address for the service to call, if the way needs calls
 * @throws ItemFailure, for all items of the run
 */
export async function openWay(context: IExecuteFunctions, way: Way) {
	if (!way.parks) return { way };
	const why = whyNoReentry(context);
	if (why !== undefined) {
		if (way.isCalled) throw notPossible(way, why);
		context.logger.debug(`The execution waits in memory: ${why}`);
		return { way: polling };
	}
	return way.isCalled ? { way, wakeUpUrl: await callableUrl(context, way) } : { way };
}

/** The address that wakes this execution up, for the service to call. */
async function callableUrl(context: IExecuteFunctions, way: Way): Promise<string> {
	const url = resumeUrlOf(context);
	if (url === undefined) throw notPossible(way, 'n8n gives this execution no address');
	if (!canReach(await serviceAddress(context), url)) {
		throw new ItemFailure(
			`Wait Using "${way.name}" needs an n8n that the service can reach, and this one is at ${new URL(url).host}`,
			{
				description:
					'Set N8N_WEBHOOK_URL (before n8n 2.41: WEBHOOK_URL) to the public address of n8n where it is started, or choose another Wait Using. Nothing was created.',
			},
		);
	}
	return url;
}

function notPossible({ name }: Way, why: string): ItemFailure {
	return new ItemFailure(`Wait Using "${name}" is not possible here: ${why}`, {
		description: 'Choose another Wait Using.',
	});
}
