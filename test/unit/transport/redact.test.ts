import fc from 'fast-check';
import { redact } from '../../../nodes/shared/transport/redact';
import { excerptOf } from '../../../nodes/shared/service/values';

const SECRET = 'emulator.a08ff49b6f772632716c43069c43a8c3';

test('a secret is taken out wherever it stands', () => {
	expect(redact(`token ${SECRET} is not valid for ${SECRET}`, [SECRET])).toBe(
		'token *** is not valid for ***',
	);
});

test('a secret that a text was cut in is taken out as far as it goes', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 200 }), (before) => {
			const cut = redact(excerptOf(`${'x'.repeat(before)} ${SECRET} is not valid`, 100), [SECRET]);
			expect(cut).not.toContain(SECRET.slice(0, 6));
		}),
	);
});
