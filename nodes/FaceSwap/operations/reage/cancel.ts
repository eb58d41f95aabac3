import { cancelTasks } from '../../../shared/jobs/cancel';
import { jobKinds } from '../../../shared/jobs/kinds';
import { isAboutIds } from '../../../shared/jobs/read';
import { defineCall } from '../../../shared/operation/defineOperation';
import { ItemFailure, toFailure } from '../../../shared/operation/failure';
import { idList } from '../../../shared/operation/parameters/resourceLocators';

const JOB_ID =
	'Job IDs takes the jobId, which the answer that made the job has; the id of a result is another one';

/** Cancels swaps and age changes by their job id (service.md: Age change). */
export const cancel = defineCall({
	value: 'cancel',
	name: 'Cancel (Also Swaps)',
	action: 'Cancel swap or age change jobs by job ID',
	description: 'Cancel unfinished swaps or age changes by their job ID',
	parameters: {
		jobIds: idList('Job IDs', {
			default: '={{ $json.jobId }}',
			description: 'One or more job IDs (jobId of a create, not its ID), separated by commas',
		}),
	},
	async call({ jobIds }, { transport }) {
		const refused = await cancelTasks(transport, jobKinds.faceSwap, jobIds);
		const [first] = refused;
		if (first === undefined) return { success: true, jobIds };
		const left = [...refused.keys()].join(', ');
		const done = jobIds.filter((jobId) => !refused.has(jobId)).join(', ');
		const [, error] = first;
		const { message, details } = toFailure(error, { jobId: left });
		const { code, said } = error;
		const advice =
			isAboutIds(error) && said !== undefined
				? [JOB_ID, `Not cancelled: ${left}`, `The service said: ${said} (code ${code})`]
				: [details.description];
		const description = [...advice, done && `Cancelled: ${done}`].filter(Boolean).join('. ');
		throw new ItemFailure(message, { ...details, description }, error.stopsEverything);
	},
});
