import { cancelTasks } from '../../../shared/jobs/read';
import { jobKinds } from '../../../shared/jobs/kinds';
import { sentences } from '../../../shared/service/values';
import { defineCall, idList } from '../../../shared/operation';

const JOB_ID = 'Give the jobId of the swap or age change, which is not its ID';
/** service.md: Errors */
const UNKNOWN_JOB: ReadonlySet<number | undefined> = new Set([1003, 1008]);

/** service.md: Age change */
export const cancel = defineCall({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel swaps or age changes',
	description: 'Cancel unfinished swaps or age changes by their job IDs',
	parameters: {
		jobIds: idList('Job IDs', {
			builderHint: 'Takes jobId, not id. Only swaps and age changes can be canceled.',
			default: '={{ $json.jobId }}',
			hint: 'The jobId of each node that made a job',
			description: 'The jobIds of swaps or age changes (not their IDs), separated by commas',
		}),
	},
	async call({ jobIds }, { transport }) {
		const refused = await cancelTasks(transport, jobKinds.faceSwap, jobIds);
		const [error] = refused.values();
		if (error === undefined) return { success: true, jobIds };
		const left = [...refused.keys()].join(', ');
		const done = jobIds.filter((jobId) => !refused.has(jobId)).join(', ');
		const { details } = error;
		const next = UNKNOWN_JOB.has(details.errorCode) ? JOB_ID : details.description;
		const description = sentences(`Not canceled: ${left}`, done && `Canceled: ${done}`, next);
		throw error.with({ jobId: left, field: 'Job IDs', description });
	},
});
