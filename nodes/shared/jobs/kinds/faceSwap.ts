import { faceswapRecord, taskHandle } from '../../service/records';
import { listOf } from '../../service/records/fields';
import { jobStatus } from '../../service/status';
import { createdState, isoDate, standing, stateOf } from './state';
import type { JobKind } from './types';

const state = createdState(
	stateOf(faceswapRecord, (record) => ({
		jobId: record.job_id,
		...standing(jobStatus, record.faceswap_status, record),
		resultUrl: record.url,
		createdAt: isoDate(timeOf(record.createdAt)),
	})),
);

/** A date without a zone is in UTC. */
function timeOf(date = ''): number {
	return Date.parse(/(?:z|[+-]\d\d:?\d\d)$/i.test(date) ? date : `${date}Z`);
}

/** Face swap and reage on images and videos: one record, one list, one way to cancel (service.md: Face swap, Age change). */
export const faceSwap: JobKind = {
	name: 'faceSwap',
	label: 'Face swap',
	group: 'faceSwap',
	callbackTypes: ['faceswap'],
	created: createdState(stateOf(taskHandle, (handle) => ({ jobId: handle.job_id, status: 'queued' }))),
	read: {
		batch: true,
		most: 100,
		request: (ids) => ({
			method: 'GET',
			path: '/faceswap/result/listbyids',
			query: { _ids: ids.join(',') },
			wanted: ids,
			intent: 'repeatable',
			group: 'faceSwap',
		}),
		answer: listOf(state),
	},
	cancel: (jobIds) => ({
		method: 'POST',
		path: '/faceswap/job/del',
		body: { job_ids: jobIds.join(',') },
		intent: 'repeatable',
		group: 'faceSwap',
	}),
	ready: 'completed',
	mayPass: ({ reason = '' }) => PASSING.test(reason),
	whenLate: 'When nothing has come after three hours, the service advises to check the pictures.',
};

/**
 * Temporary reasons, not those of the files (service.md: Jobs and states). Without a reason the job may have been
 * cancelled, and is then not wanted again.
 */
const PASSING =
	/busy|again later|try again|time[d -]{0,2}out|temporar|unavailable|overload|too (many|frequent)|internal (server )?error|\(code (1005|1205|1214|1215)\)/i;
