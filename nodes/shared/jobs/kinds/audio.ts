import { audioRecord } from '../../service/records';
import { jobStatus } from '../../service/status';
import { createdState, isoDate, readOne, standing, stateOf } from './state';
import type { JobKind } from './types';

const state = stateOf(audioRecord, (record) => ({
	...standing(jobStatus, record.status, record),
	resultUrl: record.url,
	createdAt: isoDate(record.create_time),
	credits: record.deduction_credit,
}));

/** Spoken texts and cloned voices; often completed in the answer of the create (service.md: Voices and audio). */
export const audio: JobKind = {
	name: 'audio',
	label: 'Audio',
	group: 'avatarVideo',
	callbackTypes: ['audio'],
	created: createdState(state),
	read: readOne('/audio/infobymodelid', 'audio_model_id', 'avatarVideo', state),
	ready: 'completed',
	fileExtension: 'mp3',
};
