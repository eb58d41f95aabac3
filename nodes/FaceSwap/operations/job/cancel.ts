import { cancelTasks, readJobs } from '../../../shared/jobs/read';
import { jobKinds, rememberedState } from '../../../shared/jobs/kinds';
import { sentences } from '../../../shared/service/values';
import { defineCall, Failure, idsSchema, parameter } from '../../../shared/operation';

const JOB_ID = 'Give the jobId of a swap or an age change, and not its ID';
const UNKNOWN_JOB: ReadonlySet<number | undefined> = new Set([1003, 1008]);

/** service.md: Age change */
export const cancel = defineCall({
	value: 'cancel',
	action: 'Cancel swaps or age changes',
	description: 'Cancel unfinished swaps or age changes by their job IDs',
	parameters: {
		jobIds: parameter('string', idsSchema, 'Job IDs', {
			required: true,
			default: '={{ $json.jobId }}',
			description:
				'The jobId in the output of each node that made a swap or an age change, separated by commas',
		}),
	},
	async call({ jobIds: given }, { transport, context }) {
		const found = await readJobs(transport, jobKinds.faceSwap, given);
		const jobIds = given.map((id) => {
			const read = found.get(id);
			return rememberedState(transport, id)?.jobId ?? (read instanceof Failure ? id : (read?.jobId ?? id));
		});
		const canceler = `Job › Cancel of execution ${context.getExecutionId()} did it`;
		const refused = await cancelTasks(transport, jobKinds.faceSwap, jobIds, canceler);
		const [error] = refused.values();
		if (error === undefined) return { success: true, jobIds };
		const left = [...refused.keys()].join(', ');
		const done = jobIds.filter((jobId) => !refused.has(jobId)).join(', ');
		const next = UNKNOWN_JOB.has(error.details.errorCode) ? JOB_ID : error.details.description;
		const description = sentences(`Not canceled: ${left}`, done && `Canceled: ${done}`, next);
		throw error.with({ jobId: left, field: 'Job IDs', description });
	},
});
