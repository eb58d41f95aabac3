import fc from 'fast-check';
import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { onlyWanted, openEnvelope, tokenIn } from '../../../nodes/shared/service/envelope';
import { Secrets } from '../../../nodes/shared/transport/redact';
import { growsWithLength } from '../../support/work';

test('code 1000 opens an answer and gives its data', () => {
	const body = { code: 1000, msg: 'OK', data: { _id: 'a1' } };
	expect(openEnvelope(body)).toEqual({ ok: true, data: { _id: 'a1' }, body });
});

test('an answer without data opens too', () => {
	expect(openEnvelope({ code: 1000, msg: 'OK' })).toMatchObject({ ok: true, data: undefined });
});

test('the token stands in the body of the token answer', () => {
	expect(openEnvelope({ code: 1000, token: 't' })).toMatchObject({ ok: true, body: { token: 't' } });
});

test.each([
	[{ code: 1000, token: ' t ' }, 't'],
	[{ code: 1000, data: { token: 't' } }, 't'],
	[{ code: 1000, data: 't' }, 't'],
	[{ code: 1000, data: {} }, ''],
	[{ code: 1000, token: 12 }, ''],
])('the token of %j is %j', (body, token) => {
	const envelope = openEnvelope(body);
	expect(envelope.ok && tokenIn(envelope)).toBe(token);
});

test('error_code 0 opens a detection answer, whose data is the body itself', () => {
	const body = { error_code: 0, error_msg: 'SUCCESS', landmarks: [] };
	expect(openEnvelope(body)).toEqual({ ok: true, data: body, body });
});

test('codes may come as numeric strings in both shapes', () => {
	expect(openEnvelope({ code: '1000', data: 1 })).toMatchObject({ ok: true, data: 1 });
	expect(openEnvelope({ code: '1101', msg: 'no' })).toEqual({ ok: false, code: 1101, message: 'no' });
	expect(openEnvelope({ error_code: '0' })).toMatchObject({ ok: true });
});

test('any other code is refused with the text of the service', () => {
	expect(openEnvelope({ code: 1003, msg: ' Param  missing ' })).toEqual({
		ok: false,
		code: 1003,
		message: 'Param missing',
	});
	expect(openEnvelope({ error_code: 7, error_msg: 'list index out of range' })).toEqual({
		ok: false,
		code: 7,
		message: 'list index out of range',
	});
});

test('0 is no success where code is used, and 1000 is none where error_code is', () => {
	expect(openEnvelope({ code: 0 })).toMatchObject({ ok: false, code: 0 });
	expect(openEnvelope({ error_code: 1000 })).toMatchObject({ ok: false, code: 1000 });
});

test('JSON that came as text is opened', () => {
	expect(openEnvelope('{"code":1000,"data":[1]}')).toMatchObject({ ok: true, data: [1] });
});

test('the page of a gateway has no code, and its words, the title first, as the message', () => {
	const page = '<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>';
	expect(openEnvelope(page)).toEqual({ ok: false, code: undefined, message: '502 Bad Gateway 502' });
});

test.each([null, undefined, '', 7, [], {}, { data: 1 }, { code: 'x' }, { code: null }, '{"code":'])(
	'%j is no envelope: no code, a short message',
	(body) => {
		const opened = openEnvelope(body);
		expect(opened).toMatchObject({ ok: false, code: undefined });
		expect(opened.ok ? '' : opened.message).not.toBe('');
	},
);

test('an object that is no envelope is described by its field names, never by its values', () => {
	const opened = openEnvelope({ access_token: 'hush', expires: 5 });
	expect(opened).toMatchObject({ message: 'an object with access_token, expires' });
});

test('whatever comes, an answer is opened or refused with one short line', () => {
	fc.assert(
		fc.property(fc.oneof(fc.anything(), fc.json()), (body) => {
			const opened = openEnvelope(body);
			if (opened.ok) return;
			expect(opened.message.length).toBeLessThanOrEqual(600);
			expect(opened.message).not.toMatch(/\n/);
		}),
	);
});

test('of a page only the beginning is read, however long it is', () => {
	const page = `<p>Not here</p>${' '.repeat(10_000)}<title>Too late</title>`;
	expect(openEnvelope(page)).toMatchObject({ ok: false, message: 'Not here' });
	for (const piece of ['<', '<title', '<script ']) {
		expect(openEnvelope(piece.repeat(1_000_000))).toMatchObject({ ok: false, code: undefined });
	}
});

test('a list without end is read only for the records that were asked for', () => {
	const { wanted } = jobKinds.faceSwap.read.request(['id-7', '8']);
	const data: unknown[] = Array.from({ length: 100_000 }, (_, index) => ({ _id: `id-${index}`, at: index }));
	const kept = onlyWanted({ code: 1000, data: [...data, { _id: 8 }] }, wanted);
	expect(kept).toMatchObject({ code: 1000, data: [{ _id: 'id-7' }, { _id: 8 }] });
	expect(onlyWanted({ code: 1000, data: { result: data } }, wanted)).toMatchObject({
		data: { result: [{ _id: 'id-7' }] },
	});
	for (const other of [
		null,
		'text',
		[1],
		{ code: 1003 },
		{ code: 1000, data: null },
		{ code: 1000, data: [7] },
	]) {
		expect(onlyWanted(other, wanted)).toEqual(other);
	}
	// No list where lists are: whoever reads it says so.
	const other = { data: { list: data } };
	expect(onlyWanted(other, wanted)).toStrictEqual(other);
	expect(
		growsWithLength(
			(length) => data.slice(0, length / 10),
			(records) => new Secrets('secret').redactAll(onlyWanted({ data: records }, wanted)),
		),
	).toBe(true);
});
