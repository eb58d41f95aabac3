import { imageRecord } from '../../service/records';
import { jobStatus } from '../../service/status';
import { createdState, isoDate, readOne, standing, stateOf } from './state';
import type { JobKind } from './types';

const state = stateOf(imageRecord, ({ upscaled_urls: urls, ...record }) => ({
	...standing(jobStatus, record.image_status, record),
	resultUrl: record.image ?? urls?.[0],
	resultUrls: urls?.length ? urls : undefined,
	createdAt: isoDate(record.create_time),
	credits: record.deduction_credit,
	buttons: record.buttons,
}));

/** Images made from text or from an image, their 4K versions and variations (service.md: Images). */
export const image: JobKind = {
	name: 'image',
	label: 'Image',
	group: 'image',
	callbackTypes: ['image'],
	created: createdState(state),
	read: readOne('/content/image/infobymodelid', 'image_model_id', 'image', state),
	ready: 'completed',
	fileExtension: 'png',
};
