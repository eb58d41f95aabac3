import * as fields from '../../service/records/fieldSchemas';
import { prepared } from '../../service/schema';
import { isObject } from '../../service/values';
import { isoDate, readAlone, stateOf } from './state';

/** The button list is called `buttons` in answers and `display_buttons` in the description (service.md: Images). */
function nameButtons(answer: unknown): unknown {
	if (!isObject(answer) || !Array.isArray(answer.display_buttons)) return answer;
	const named = Array.isArray(answer.buttons) && answer.buttons.length > 0;
	return named ? answer : { ...answer, buttons: answer.display_buttons };
}

/**
 * An image (service.md: Images). When completed it carries `image`, or up to four `upscaled_urls`, or both
 * (service.md: Shapes that vary).
 */
export const imageRecord = prepared(
	nameButtons,
	fields.record({
		...fields.jobFields,
		image_status: fields.statusField,
		image: fields.optionalTextField,
		buttons: fields.optionalTextsField,
		upscaled_urls: fields.optionalTextsField,
		create_time: fields.optionalTimeField,
		deduction_credit: fields.optionalNumberField,
	}),
);

/** Images made from text or from an image, their 4K versions and variations (service.md: Images). */
export const image = readAlone({
	name: 'image',
	label: 'Image',
	group: 'image',
	callbackTypes: ['image'],
	path: '/content/image/infobymodelid',
	parameter: 'image_model_id',
	state: stateOf(
		'image',
		imageRecord,
		({ image_status: given, image: url, upscaled_urls: urls, ...record }) => ({
			given,
			resultUrl: url ?? urls?.[0],
			resultUrls: urls?.length ? urls : undefined,
			createdAt: isoDate(record.create_time),
			credits: record.deduction_credit,
			buttons: record.buttons?.map((button) => button.toUpperCase()),
		}),
	),
	sourceType: 'trainedAlgorithmicMedia',
	fileExtension: 'png',
});
