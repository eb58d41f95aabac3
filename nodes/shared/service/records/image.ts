import { z } from 'zod/v3';
import { isObject } from '../values';
import { failureFields, id, one, optionalNumber, optionalText, optionalTexts, status } from './fields';

/** The button list is called `buttons` in answers and `display_buttons` in the description (service.md: Images). */
function nameButtons(record: unknown): unknown {
	if (!isObject(record) || !Array.isArray(record.display_buttons)) return record;
	const named = Array.isArray(record.buttons) && record.buttons.length > 0;
	return named ? record : { ...record, buttons: record.display_buttons };
}

/**
 * An image (service.md: Images). When completed it carries `image`, or up to four `upscaled_urls`, or both
 * (service.md: Shapes that vary).
 */
export const imageRecord = one(
	z.preprocess(
		nameButtons,
		z
			.object({
				_id: id,
				image_status: status,
				image: optionalText,
				buttons: optionalTexts,
				used_buttons: optionalTexts,
				upscaled_urls: optionalTexts,
				create_time: optionalNumber,
				deduction_credit: optionalNumber,
				...failureFields,
			})
			.passthrough(),
	),
);
