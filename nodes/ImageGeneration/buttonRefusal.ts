import type { JobState } from '../shared/jobs/kinds';
import { ItemFailure } from '../shared/operation/failure';
import { imageRecord } from '../shared/service/records';

/** U makes one 4K image, V one variation (service.md: Upscale and vary). */
export type Operation = 'U' | 'V';

/**
 * Why a button of an image can't be pressed, or undefined when it can: the image must be completed and offer the button
 * (`U2` for example). A used button that is still offered can be pressed again: its first job may have failed, and each
 * variation differs (service.md: Upscale and vary).
 */
export function buttonRefusal(state: JobState, button: string): ItemFailure | undefined {
	const { id, status, reason } = state;
	const refuse = (message: string, description: string) =>
		new ItemFailure(message, {
			id,
			status,
			submitted: 'no',
			description: `${description} Nothing was paid.`,
		});

	if (status === 'failed') {
		return refuse(
			`Image ${id} could not be made, so there is nothing to work on: ${reason ?? 'the service gives no reason'}`,
			'Generate the image again, and give its new ID.',
		);
	}
	if (status === 'queued' || status === 'processing') {
		return refuse(
			`Image ${id} is not completed yet (${status}), so ${button} can't be made from it`,
			'Turn on Wait for Completion in the node that generates it, or wait for it with the operation Get.',
		);
	}
	const offered = state.buttons ?? [];
	const used = usedButtonsOf(state);
	const choices =
		offered.length > 0
			? `It still offers ${offered.join(', ')} (U is Upscale, V is Vary).`
			: 'It offers nothing more: generate another image.';
	if (offered.includes(button)) return undefined;
	if (used.includes(button)) {
		return refuse(
			`${button} of image ${id} was made before`,
			`${choices} Its result is a record with an ID of its own, which the operation Get reads.`,
		);
	}
	if (offered.length === 0) {
		return refuse(
			`Image ${id} offers no upscales or variations`,
			'Give the ID of a generation or a variation: an upscaled image can be worked on no further.',
		);
	}
	return refuse(`Image ${id} does not offer ${button}`, choices);
}

function usedButtonsOf({ record }: JobState): string[] {
	const parsed = imageRecord.safeParse(record);
	return parsed.success ? (parsed.data.used_buttons ?? []) : [];
}
