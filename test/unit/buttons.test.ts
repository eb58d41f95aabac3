import fc from 'fast-check';
import { whyNot } from '../../nodes/ImageGeneration/buttons';

const BUTTONS = ['U1', 'U2', 'U3', 'U4', 'V1', 'V2', 'V3', 'V4'];

const completed = (buttons?: string[]) => ({ status: 'completed', buttons }) as const;

test('a button may be pressed exactly when the completed image offers it', () => {
	fc.assert(
		fc.property(fc.subarray(BUTTONS), fc.constantFrom(...BUTTONS), (offered, wanted) => {
			expect(whyNot(wanted, 'i1', completed(offered)) === undefined).toBe(offered.includes(wanted));
		}),
	);
});

test('an image without a list of buttons leaves the decision to the service', () => {
	expect(whyNot('U2', 'i1', completed())).toBeUndefined();
});

test.each([
	['queued', /not completed yet \(queued\)/],
	['processing', /not completed yet \(processing\)/],
	['failed', /failed.*: no paint/],
] as const)('an image that is %s refuses every button and says why', (status, message) => {
	const refusal = whyNot('U1', 'i1', { status, reason: 'no paint', buttons: BUTTONS });
	expect(refusal?.message).toMatch(message);
	expect(refusal?.message).toContain('i1');
});
