import fc from 'fast-check';
import { buttonRefusal } from '../../../nodes/ImageGeneration/buttonRefusal';
import type { JobState } from '../../../nodes/shared/jobs/kinds';

const BUTTONS = ['U1', 'U2', 'U3', 'U4', 'V1', 'V2', 'V3', 'V4'];

function image(buttons: string[] | undefined, used: string[] = [], more: Partial<JobState> = {}): JobState {
	return { id: 'i1', status: 'completed', buttons, record: { _id: 'i1', used_buttons: used }, ...more };
}

test('a button is pressed exactly when the completed image offers it, used or not', () => {
	fc.assert(
		fc.property(
			fc.subarray(BUTTONS),
			fc.subarray(BUTTONS),
			fc.constantFrom(...BUTTONS),
			(offered, used, wanted) => {
				const refusal = buttonRefusal(image(offered, used), wanted);
				expect(refusal === undefined).toBe(offered.includes(wanted));
			},
		),
	);
});

test('a refusal names what is offered', () => {
	const { message, details } = buttonRefusal(image(['U3', 'V1'], ['U1']), 'U2') ?? {};
	expect(message).toBe('Image i1 does not offer U2');
	expect(details?.description).toContain('It still offers U3, V1 (U is Upscale, V is Vary).');
	expect(buttonRefusal(image(['U3']), 'U2')?.details.description).toContain('It still offers U3 (');
});

test('a button that was used and is not offered any more says so', () => {
	const refusal = buttonRefusal(image([], ['U2']), 'U2');
	expect(refusal?.message).toBe('U2 of image i1 was made before');
	expect(refusal?.details.description).toContain('It offers nothing more');
});

test.each([
	['queued', /not completed yet \(queued\)/],
	['processing', /not completed yet \(processing\)/],
	['failed', /could not be made.*: no paint/],
] as const)('an image that is %s says so, whatever it offers', (status, message) => {
	const refusal = buttonRefusal(image(BUTTONS, [], { status, reason: 'no paint' }), 'U1');
	expect(refusal?.message).toMatch(message);
	expect(refusal?.details).toMatchObject({ id: 'i1', status, submitted: 'no' });
});

test('a status that nobody knows does not stop a button that is offered', () => {
	expect(buttonRefusal(image(['V1'], [], { status: 'unknown' }), 'V1')).toBeUndefined();
});
