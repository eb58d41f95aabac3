import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { failureOf } from '../../../nodes/shared/transport/tries';
import { judge } from '../../../nodes/shared/transport/verdict';

const WORDS = 'The face is too small';
const BODIES: ReadonlyArray<[shape: string, body: unknown]> = [
	['msg', { msg: WORDS }],
	['message', { message: WORDS }],
	['error', { error: WORDS }],
	['detail', { detail: WORDS }],
	['a list of errors', { errors: [{ field: 'image', message: WORDS }] }],
	['errors by field', { errors: { image: [WORDS] } }],
	['an error object', { error: { code: 'bad_input', message: WORDS } }],
	['a list of details', { detail: [{ loc: ['body', 'image'], msg: WORDS, type: 'value_error' }] }],
	['plain text', WORDS],
	['text with marks', `<1>${WORDS}<2>`],
];
const HOST = { base: '', root: '', origin: '', name: 'The service', check: 'Check the Base URL' };
const request = { method: 'POST', path: '/a', intent: 'create', group: 'faceSwap' } as const;
const refusalOf = (status: number, body: unknown, of = {}) => {
	const verdict = judge({ status, body }, { ...request, ...of }, HOST);
	if (verdict.kind === 'answered') throw new TypeError('answered');
	return verdict;
};

describe.each(BODIES)('words of the service as %s', (_shape, body) => {
	test.each([400, 403, 409, 422, 503])('are shown for HTTP %i, also of the token request', (status) => {
		const { details, message } = failureOf(request, refusalOf(status, body), 1);
		expect(details).toMatchObject({ httpStatus: status, serviceMessage: WORDS });
		expect(details.description).toMatch(/^The service says: The face is too small\. \S/);
		expect(message).not.toContain('object with');
		const token = refusalOf(status, body, { intent: 'repeatable', group: 'token' });
		expect(token.description).toContain(`The service says: ${WORDS}.`);
	});
});

test.each([
	['JSON without words', { hash: 'a1', limit: 3 }],
	['broken JSON', ' {"token": "a1'],
	['a web page', '<!DOCTYPE html><p>Blocked</p>'],
])('an answer without words has its form in the message, and no false quotation: %s', (form, body) => {
	const { message, description } = refusalOf(422, body);
	expect(message).toBe(`The service, or a gateway before it, refused the request (HTTP 422, ${form})`);
	expect(description).not.toContain('says');
});

const record = { _id: 'a1', image_status: 4 };
const completed = { ...record, image_status: 3 };
test.each<[string, Record<string, unknown>, reason: string | undefined]>([
	['as an object', { ...record, error_reason: { code: 7, message: WORDS } }, WORDS],
	['as a list', { ...record, failed_reason: [WORDS, WORDS, 'Too dark'] }, `${WORDS}; Too dark`],
	['at a depth of two', { ...record, error_reason: { a: { b: WORDS } } }, WORDS],
	['at a depth of three', { ...record, error_reason: { a: { b: { c: WORDS } } } }, undefined],
	['as a long list', { ...record, failed_reason: [...'abcdef'] }, 'a; b; c; d; e'],
	['as a long text', { ...record, error_reason: 'x '.repeat(200) }, `${'x '.repeat(149)}x…`],
	['under an unknown name', { ...record, failure_detail: WORDS }, WORDS],
	['with a code', { ...record, error_code: 1203, fault: WORDS }, 'The video has no sound (code 1203)'],
	['of a completed job without a file', { ...completed, error_reason: WORDS }, WORDS],
	['of a completed job with a file', { ...completed, image: 'https://a/b', msg: WORDS }, undefined],
	['that is none', { ...record, msg: 'success', error_code: 0, error_url: 'https://a' }, undefined],
])('the reason of a record %s is read', (_how, given, reason) => {
	expect(jobKinds.image.created.parse(given).reason).toBe(reason);
});
