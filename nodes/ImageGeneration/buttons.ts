import { jobKinds, type JobState } from '../shared/jobs/kinds';
import { readJob } from '../shared/jobs/read';
import * as build from '../shared/operation';
import { defineCreate, Failure, numberSchema, type Shown } from '../shared/operation';

const NUMBERS = ['First', 'Second', 'Third', 'Fourth'];

/** Fails when there is no such record, it is not completed, or lacks the button (service.md: Upscale and vary). */
export const defineButton = (letter: 'U' | 'V', shown: Shown) =>
	defineCreate({
		...shown,
		kind: 'image',
		makesImages: true,
		to: { path: '/content/image/createbybutton' },
		parameters: {
			recordId: build.givenId('The ID of the generation or variation that has the image'),
			imageNumber: build.parameter('options', numberSchema({ min: 1, max: 4, whole: true }), 'Image Number', {
				default: 1,
				options: NUMBERS.map((name, index) => ({ name, value: index + 1 })),
				description: 'The number of the image, from 1 to 4, as in resultUrls and downloaded files',
			}),
		},
		async plan({ recordId, imageNumber }, { once, transport }) {
			const button = `${letter}${imageNumber}`;
			const read = async () => await readJob(transport, jobKinds.image, recordId);
			const state = await once(`image ${recordId}`, read);
			const why = whyNot(button, recordId, state);
			if (why === undefined) return { body: { _id: recordId, button } };
			const details = { id: recordId, status: state?.status, submitted: 'no' } as const;
			throw new Failure(why.message, { ...details, description: why.advice });
		},
	});

/** You can press a used button again, because each variation differs (service.md: Upscale and vary). */
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
		const message = `${image} failed, so there is nothing to work on: ${reason}`;
		return { message, advice: 'Generate the image again, and give its new ID.' };
	}
	if (status === 'queued' || status === 'processing') {
		return {
			message: `${image} is not completed yet (${status}), so ${onScreen(button)} is not possible`,
			advice: 'Turn on Wait for Completion in Generate, or wait for the image with the operation Get.',
		};
	}
	// If the record does not say, the service does.
	if (buttons === undefined || buttons.includes(button)) return undefined;
	const advice =
		buttons.length > 0
			? `Choose what it offers: ${buttons.map(onScreen).join('; ')}.`
			: 'Use the ID of a generation or a variation, because an upscaled image is final.';
	return { message: `${image} does not offer ${onScreen(button)}`, advice };
}

const onScreen = (button: string) =>
	button.replace(
		/^([UV])([1-4])$/,
		(_, letter, number) => `${letter === 'U' ? 'Upscale' : 'Vary'}, ${NUMBERS[number - 1]}`,
	);
