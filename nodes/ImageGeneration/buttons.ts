import { jobKinds, type JobState } from '../shared/jobs/kinds';
import { readJob } from '../shared/jobs/read';
import { ItemFailure } from '../shared/operation/failure';
import { numberSchema } from '../shared/operation/parameters/schemas';
import { givenId } from '../shared/operation/parameters/resourceLocators';
import { parameter, type ValuesOf } from '../shared/operation/parameters/builders';
import type { Tools } from '../shared/operation/types';

/** What the operations on one image of a generation have in common: each presses a button. */
export const buttonCreate = {
	kind: jobKinds.image,
	makesImages: true,
	to: { path: '/content/image/createbybutton' },
	parameters: {
		recordId: givenId('The ID of the generation (or variation) that the image is from, as Generate gave it'),
		/** Which of the images of a generation (service.md: Images). */
		imageNumber: parameter('options', numberSchema({ min: 1, max: 4, whole: true }), 'Image Number', {
			default: 1,
			options: ['First', 'Second', 'Third', 'Fourth'].map((name, index) => ({ name, value: index + 1 })),
			description: 'Which of the four images, from 1 to 4, as resultUrls and downloaded files are numbered',
		}),
	},
};

/**
 * Plans the press of a button (service.md: Upscale and vary), after one read of the record for all items of a run that
 * name it.
 * @param letter U makes one 4K image, V one variation
 * @throws ItemFailure when there is no such record, it is not completed, or it does not offer the button
 */
export async function planButton(
	letter: 'U' | 'V',
	{ recordId, imageNumber }: ValuesOf<typeof buttonCreate.parameters>,
	{ once, transport }: Tools,
) {
	const button = `${letter}${imageNumber}`;
	const state = await once(`image ${recordId}`, async () => readJob(transport, jobKinds.image, recordId));
	const why = whyNot(button, recordId, state);
	if (why === undefined) return { body: { _id: recordId, button } };
	const details = { id: recordId, status: state?.status, submitted: 'no' } as const;
	throw new ItemFailure(why.message, { ...details, description: `${why.advice} Nothing was paid.` });
}

/**
 * Why a button of an image can't be pressed, or undefined when it can: the image must be completed and offer the button
 * (`U2` for example). A used button that is still offered can be pressed again: its first job may have failed, and each
 * variation differs (service.md: Upscale and vary).
 */
export function whyNot(
	button: string,
	recordId: string,
	state: Pick<JobState, 'status' | 'reason' | 'buttons'> | undefined,
): { message: string; advice: string } | undefined {
	const image = `Image ${recordId}`;
	if (state === undefined) {
		return {
			message: `The service knows no image with the ID "${recordId}"`,
			advice:
				'Give the ID of a generation or a variation, as its operation gave it, and the credential of the account that made it.',
		};
	}
	const { status, reason = 'the service gives no reason', buttons } = state;
	if (status === 'failed') {
		const message = `${image} could not be made, so there is nothing to work on: ${reason}`;
		return { message, advice: 'Generate the image again, and give its new ID.' };
	}
	if (status === 'queued' || status === 'processing') {
		return {
			message: `${image} is not completed yet (${status}), so ${button} can't be made from it`,
			advice: 'Turn on Wait for Completion where it is generated, or wait for it with the operation Get.',
		};
	}
	// Where the record does not say, the service does.
	if (buttons === undefined || buttons.includes(button)) return undefined;
	const offered =
		buttons.length > 0
			? `${buttons.join(', ')} (U is Upscale, V is Vary)`
			: 'nothing: generate another image, as an upscaled one can be worked on no further';
	return {
		message: `${image} does not offer ${button}`,
		advice: `It offers ${offered}. What was made of it before is a record with an ID of its own, which the operation Get reads.`,
	};
}
