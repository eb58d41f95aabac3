import { noFaceMessage, pictureName } from '../../../nodes/shared/faces';

const URL = 'https://example.com/photo.jpg';
const NO_FACE = 'No face was found in https://example.com/photo.jpg';

test('no landmarks mean that no face was found', () => {
	expect(noFaceMessage({ error_code: 0, landmarks: [], landmarks_str: [] }, URL)?.message).toBe(NO_FACE);
	expect(noFaceMessage({ error_code: 0, landmarks: null }, URL)?.message).toBe(NO_FACE);
	expect(noFaceMessage({ landmarks: [] }, URL)?.message).toBe(NO_FACE);
});

test('an answer that reads like a crash means that no face was found, with its text as detail', () => {
	const words = noFaceMessage({ error_code: '1', error_msg: "'NoneType' object is not subscriptable" }, URL);
	expect(words?.message).toBe(`${NO_FACE}, or it could not be opened`);
	expect(words?.description).toMatch(/The service said: 'NoneType' object is not subscriptable \(code 1\)$/);
});

test.each([1003, 1005, 1006, 1101, '1101', 1200])('the listed code %s means something else', (code) => {
	expect(noFaceMessage({ error_code: code, error_msg: 'x', landmarks: [] }, URL)).toBeUndefined();
});

test('faces that were found, and what is no detection answer, mean something else', () => {
	expect(noFaceMessage({ error_code: 0, landmarks: [[[1, 2]]] }, URL)).toBeUndefined();
	expect(noFaceMessage({ error_code: 0, landmarks_str: ['1,2:3,4:5,6:7,8'] }, URL)).toBeUndefined();
	expect(noFaceMessage({}, URL)).toBeUndefined();
});

test('a picture is named without what could be secret in its address', () => {
	expect(pictureName('https://user:pass@example.com/a.png?signature=hush#x')).toBe(
		'https://example.com/a.png',
	);
	expect(pictureName('data:image/png;base64,AAAA')).toBe('the picture');
	expect(pictureName(undefined)).toBe('the picture');
});
