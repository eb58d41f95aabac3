import { jobKinds, type JobState } from '../shared/jobs/kinds';
import { readJob } from '../shared/jobs/read';
import { ItemFailure } from '../shared/operation/failure';
import { givenId } from '../shared/operation/locators';
import { choice, type ValuesOf } from '../shared/operation/parameter';
import type { Tools } from '../shared/operation/types';
import { buttonRefusal, type Operation } from './buttonRefusal';

const IMAGES = ['First', 'Second', 'Third', 'Fourth'];

const parameters = {
	recordId: givenId('The ID of the generation (or variation) that the image is from, as Generate gave it'),
	/** Which of the images of a generation (service.md: Images). */
	imageNumber: choice('Image Number', {
		default: 1,
		options: IMAGES.map((name, index) => ({ name, value: index + 1 })),
		description: 'Which of the four images, from 1 to 4, as resultUrls and downloaded files are numbered',
	}),
};

/** What the operations on one image of a generation have in common: each presses a button. */
export const buttonCreate = {
	kind: jobKinds.image,
	makesImages: true,
	to: { path: '/content/image/createbybutton' },
	sends: { _id: 'recordId', button: 'imageNumber' },
	parameters,
};

/**
 * Plans the press of a button (service.md: Upscale and vary), after one read of the record for all items of a run that
 * name it.
 * @throws ItemFailure when there is no such record, it is not completed, or it does not offer the button
 */
export async function planButton(
	operation: Operation,
	{ recordId, imageNumber }: ValuesOf<typeof parameters>,
	{ once, transport }: Tools,
) {
	const button = `${operation}${imageNumber}`;
	const state = await once(`image ${recordId}`, async () => await readImage(transport, recordId));
	const refusal = buttonRefusal(state, button);
	if (refusal) throw refusal;
	return { body: { _id: recordId, button } };
}

async function readImage(transport: Tools['transport'], recordId: string): Promise<JobState> {
	const state = await readJob(transport, jobKinds.image, recordId);
	if (state) return state;
	throw new ItemFailure(`The service knows no image with the ID "${recordId}"`, {
		id: recordId,
		submitted: 'no',
		description:
			'Give the ID of a generation or a variation, as its operation gave it, and the credential of the account that made it. Nothing was paid.',
	});
}
