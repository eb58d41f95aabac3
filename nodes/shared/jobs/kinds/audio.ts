import * as fields from '../../service/records/fieldSchemas';
import { isoDate, readAlone, stateOf } from './state';

/** A spoken text or a cloned voice's audio (service.md: Voices and audio); often completed at once. */
export const audioRecord = fields.record({
	...fields.jobFields,
	status: fields.statusField,
	url: fields.optionalTextField,
	create_time: fields.optionalTimeField,
	deduction_credit: fields.optionalNumberField,
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
