import { pictureName } from '../../../nodes/shared/faces';

test('a picture is named without what could be secret in its address', () => {
	expect(pictureName('https://user:pass@example.com/a.png?signature=hush#x')).toBe(
		'https://example.com/a.png',
	);
	expect(pictureName('data:image/png;base64,AAAA')).toBe('the picture');
	expect(pictureName(undefined)).toBe('the picture');
});
