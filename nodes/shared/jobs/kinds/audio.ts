import {
	jobFields,
	optionalNumberField,
	optionalTextField,
	optionalTimeField,
	record,
	statusField,
} from '../../service/records/fieldSchemas';
import { isoDate, readAlone, stateOf } from './state';

/** A spoken text or a cloned voice's audio (service.md: Voices and audio); often completed at once. */
export const audioRecord = record({
	...jobFields,
	status: statusField,
	url: optionalTextField,
	create_time: optionalTimeField,
	deduction_credit: optionalNumberField,
});

/** Spoken texts and cloned voices; often completed in the answer of the create (service.md: Voices and audio). */
export const audio = readAlone({
	name: 'audio',
	label: 'Audio',
	group: 'avatarVideo',
	callbackTypes: ['audio'],
	path: '/audio/infobymodelid',
	parameter: 'audio_model_id',
	state: stateOf('avatarVideo', audioRecord, (record) => ({
		given: record.status,
		resultUrl: record.url,
		createdAt: isoDate(record.create_time),
		credits: record.deduction_credit,
	})),
	sourceType: 'trainedAlgorithmicMedia',
	fileExtension: 'mp3',
});
