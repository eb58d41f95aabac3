import { cancelTasks } from '../../../shared/jobs/cancel';
import { jobKinds } from '../../../shared/jobs/kinds';
import { isAboutIds } from '../../../shared/jobs/read';
import { defineCall, idList } from '../../../shared/operation';

const JOB_ID = 'Give the jobId of the swap or age change, which is not its ID';

/** service.md: Age change */
export const cancel = defineCall({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel swaps or age changes',
	description: 'Cancel unfinished swaps or age changes by their job IDs',
	parameters: {
		jobIds: idList('Job IDs', {
			default: '={{ $json.jobId }}',
			description: 'The jobIds of swaps or age changes (not their IDs), separated by commas',
		}),
	},
	async call({ jobIds }, { transport }) {
		const refused = await cancelTasks(transport, jobKinds.faceSwap, jobIds);
		const [first] = refused;
		if (first === undefined) return { success: true, jobIds };
		const left = [...refused.keys()].join(', ');
		const done = jobIds.filter((jobId) => !refused.has(jobId)).join(', ');
		const [, error] = first;
		const { details } = error;
		const advice = isAboutIds(error) ? [JOB_ID, `Not canceled: ${left}`] : [details.description];
		const description = [...advice, done && `Canceled: ${done}`].filter(Boolean).join('. ');
		throw error.with({ jobId: left, description });
	},
});
