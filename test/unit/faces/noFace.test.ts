import { pictureName, requireFaces } from '../../../nodes/shared/faces';
import { refusalOf } from './samples';

const URL = 'https://example.com/photo.jpg';
type Answer = Parameters<typeof requireFaces>[0];
const refusal = (answer: Answer) => refusalOf(() => requireFaces(answer, URL));
const passes = (answer: Answer) => expect(() => requireFaces(answer, URL)).not.toThrow();
const NO_FACE = 'No face was found in https://example.com/photo.jpg';

test('no landmarks mean that no face was found', () => {
	expect(refusal({ error_code: 0, landmarks: [], landmarks_str: [] }).message).toBe(NO_FACE);
	expect(refusal({ error_code: 0, landmarks: null }).message).toBe(NO_FACE);
	expect(refusal({ landmarks: [] }).message).toBe(NO_FACE);
});

test('an answer that reads like a crash means that no face was found, with its text as detail', () => {
	const words = refusal({ error_code: '1', error_msg: "'NoneType' object is not subscriptable" });
	expect(words.message).toBe(`${NO_FACE}, or it could not be opened`);
	expect(words.description).toMatch(/The service said: 'NoneType' object is not subscriptable \(code 1\)$/);
});

test.each([1003, 1005, 1006, 1101, '1101', 1200])('the listed code %s means something else', (code) => {
	passes({ error_code: code, error_msg: 'x', landmarks: [] });
});

test('faces that were found, and what is no detection answer, mean something else', () => {
	passes({ error_code: 0, landmarks: [[[1, 2]]] });
	passes({ error_code: 0, landmarks_str: ['1,2:3,4:5,6:7,8'] });
	passes({});
});

test('a picture is named without what could be secret in its address', () => {
	expect(pictureName('https://user:pass@example.com/a.png?signature=hush#x')).toBe(
		'https://example.com/a.png',
	);
	expect(pictureName('data:image/png;base64,AAAA')).toBe('the picture');
	expect(pictureName(undefined)).toBe('the picture');
});
