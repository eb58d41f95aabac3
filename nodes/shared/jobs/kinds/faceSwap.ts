import * as fields from '../../service/records/fieldSchemas';
import { isoDate, stateOf } from './state';
import type { JobKind } from './types';

/**
 * The answer to the create of a swap or an age change (service.md: Face swap). `_id` names the result record, `job_id`
 * the task to cancel. Its `url` comes long before the file exists, and is not read.
 */
export const taskHandle = fields.record({ _id: fields.idField, job_id: fields.optionalIdField });

/** One record of the result list (service.md: Results). */
export const faceswapRecord = fields.record({
	...fields.jobFields,
	job_id: fields.optionalIdField,
	faceswap_status: fields.statusField,
	url: fields.optionalTextField,
	createdAt: fields.optionalTimeField,
});

/** Face swap and reage on images and videos: one record, one list, one way to cancel (service.md: Face swap, Age change). */
export const faceSwap: JobKind = {
	name: 'faceSwap',
	label: 'Face swap',
	group: 'faceSwap',
	callbackTypes: ['faceswap'],
	created: stateOf('faceSwap', taskHandle, ({ job_id: jobId }) => ({ given: 1, jobId })),
	read: {
		most: 100,
		request: (ids) => ({
			method: 'GET',
			path: '/faceswap/result/listbyids',
			query: { _ids: ids.join(',') },
			isList: true,
			wanted: ids,
			intent: 'repeatable',
			group: 'faceSwap',
		}),
		answer: () =>
			fields.listOf(
				stateOf('faceSwap', faceswapRecord, ({ job_id: jobId, faceswap_status: given, url, createdAt }) => ({
					...{ given, jobId, resultUrl: url },
					createdAt: isoDate(createdAt),
				})),
			),
	},
	cancel: (jobIds) => ({
		method: 'POST',
		path: '/faceswap/job/del',
		body: { job_ids: jobIds.join(',') },
		intent: 'repeatable',
		group: 'faceSwap',
	}),
	ready: 'completed',
	whenLate: 'When nothing has come after three hours, the service advises to check the pictures.',
	tellsNoCredits: true,
	sourceType: 'compositeWithTrainedAlgorithmicMedia',
};
