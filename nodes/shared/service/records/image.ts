import { z } from 'zod/v3';
import { isObject } from '../values';
import { jobFields, one, optionalNumber, optionalText, optionalTexts, record, status } from './fields';

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
export const imageRecord = one(
	z.preprocess(
		nameButtons,
		record({
			...jobFields,
			image_status: status,
			image: optionalText,
			buttons: optionalTexts,
			upscaled_urls: optionalTexts,
			create_time: optionalNumber,
			deduction_credit: optionalNumber,
		}),
	),
);
