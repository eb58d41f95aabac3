import { excerptOf } from '../../../nodes/shared/service/values';

test('an excerpt is one line, whole when it is as long as it may be, and shortened when it is longer', () => {
	expect(excerptOf(' a\n b\t c ', 5)).toBe('a b c');
	expect(excerptOf('a b c d', 5)).toBe('a b …');
});
