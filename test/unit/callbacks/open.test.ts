import {
	CallbackRefusal,
	openCallback,
	readBody,
	readReference,
	withReference,
} from '../../../nodes/shared/callbacks/open';
import { seal } from '../../emulator';
import type { IWebhookFunctions } from 'n8n-workflow';
import fc from 'fast-check';
import vectors from './vectors.json';

const NOW = 1_760_000_100_000;
const keys = { clientId: 'client-with-a-long-identifier', clientSecret: 'a-secret-of-32-characters-it-is!' };
const content = {
	_id: '64dd838cf0b6684651e90217',
	status: 3,
	type: 'image',
	url: 'https://media.example.com/a.png',
};
const open = (body: unknown, accept: 'signed' | 'signedOrPlain' = 'signedOrPlain', by = keys) =>
	openCallback(body, by, accept);

/** Callbacks that openssl signed and encrypted (makeVectors.sh). */
test.each(vectors)('a callback signed by openssl opens: $name', ({ keys: own, body, content: inner }) => {
	expect(openCallback(body, own, 'signed')).toEqual({
		id: inner._id,
		status: { 2: 'processing', 3: 'completed', 4: 'failed' }[String(inner.status ?? inner.video_status)],
		type: inner.type,
		signed: true,
		sentAt: body.timestamp,
	});
});

test('without Client ID and Client Secret, a plain callback opens and a signed one names the missing keys', () => {
	const opened = [content, seal(content, keys, NOW, '1')].map((body) =>
		openCallback(body, undefined, 'signedOrPlain'),
	);
	expect(opened).toMatchObject([
		{ id: content._id, signed: false },
		{ httpStatus: 503, reason: expect.stringContaining('enter both in the credential') },
	]);
});

test('a signature may be in capitals, and the timestamp in seconds', () => {
	const body = seal(content, keys, NOW / 1_000, '1');
	const capitals = { ...body, signature: body.signature.toUpperCase() };
	expect(open(capitals)).toMatchObject({ id: content._id, sentAt: NOW });
});

test('a signed callback is accepted with a nonce of 1 to 128 characters', () => {
	const isOpen = (length: number) => 'id' in open(seal(content, keys, NOW, '7'.repeat(length)));
	expect([0, 1, 128, 129].map(isOpen)).toEqual([false, true, true, false]);
});

test('a signed callback is not authentic if its content decrypts to bytes that are not text', () => {
	const bytes = Buffer.from(JSON.stringify({ ...content, url: '#' }));
	bytes[bytes.indexOf('#')] = 0xff;
	expect(open(seal(bytes, keys, NOW, '1529'), 'signed')).toMatchObject({ httpStatus: 401 });
});

test.each(['', 'short', 'a-secret-of-33-characters-it-is!!'])(
	'if the secret has a wrong length, the refusal names the field and the length, but not the secret',
	(clientSecret) => {
		const opened = open(seal(content, keys, NOW, '1529'), 'signed', { ...keys, clientSecret });
		expect(opened).toMatchObject({ httpStatus: 503 });
		const reason = 'reason' in opened ? opened.reason : '';
		expect(reason).toContain('Client Secret');
		expect(reason).toContain(`${clientSecret.length} characters`);
		if (clientSecret !== '') expect(reason).not.toContain(clientSecret);
	},
);

const { status: _status, url: _url, ...bare } = content;
const { _id: _name, ...nameless } = content;
test.each<[string, object]>([
	['image_status', { ...bare, image_status: 3, image: content.url }],
	['faceswap_status', { ...bare, faceswap_status: '3', url: content.url }],
	['video_status', { ...bare, video_status: 3, video: content.url }],
	['id for _id', { ...nameless, id: content._id }],
	['video_model_id for _id', { ...nameless, video_model_id: content._id }],
	['image_model_id for _id', { ...nameless, image_model_id: content._id }],
	['audio_model_id for _id', { ...nameless, audio_model_id: content._id }],
	['an id of another sort next to its _id', { ...content, id: 12, video_model_id: 'other' }],
	['an _id of null', { ...content, _id: null, id: content._id }],
])('a callback with %s is read the same, plain or signed', (_what, fields) => {
	const value = { id: content._id, status: 'completed', type: 'image' };
	expect(open(fields)).toMatchObject({ ...value, signed: false });
	const sealed = seal(fields, keys, NOW, '1529');
	expect(open(sealed, 'signed')).toMatchObject({ ...value, signed: true });
});

test.each([
	null,
	[content],
	{ data: [content, { ...content, _id: 'another' }] },
	'text',
	{},
	{ _id: content._id },
	{ status: 3 },
	{ ...content, _id: '' },
	{ ...content, _id: {} },
	{ ...content, _id: 'one,two' },
	{ ...content, _id: 'x'.repeat(201) },
	{ ...content, status: 'done' },
])('%j is not a plain callback', (body) => {
	expect(open(body)).toMatchObject({ httpStatus: 400 });
});

test.each([
	[content, 'signed', 401, 'The callback is not signed, and Accept Callbacks is Signed Only'],
	[
		{ ...content, status: 7 },
		'signedOrPlain',
		400,
		'This version of the node does not know the status of the job',
	],
	[{}, 'signed', 400, 'The body has none of the fields of a callback'],
	[seal({}, keys, NOW, '1'), 'signed', 400, 'The content has none of the fields of a callback'],
	[{ ...content, dataEncrypt: '' }, 'signedOrPlain', 400, 'The fields of the signed envelope are not valid'],
	[{ ...content, signature: 'x' }, 'signedOrPlain', 400, 'The fields of the signed envelope are not valid'],
] as const)(
	'%j, of which only %s is accepted, is refused with HTTP %i: %s',
	(body, accept, httpStatus, reason) => {
		expect({ ...open(body, accept) }).toEqual({ kind: 'refused', httpStatus, reason });
	},
);

const read = (rawBody?: Buffer) =>
	readBody({ getRequestObject: () => ({ rawBody }) } as unknown as IWebhookFunctions);
const reason = (body: unknown) => (body instanceof CallbackRefusal ? body.reason : undefined);
const MOST_BODY_BYTES = 65_536;
test('a body that is one byte too large is refused with its size', () => {
	const quoted = (bytes: number) => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);
	expect(reason(read(quoted(MOST_BODY_BYTES)))).toBeUndefined();
	expect(reason(read(quoted(MOST_BODY_BYTES + 1)))).toContain(`(${MOST_BODY_BYTES + 1} bytes)`);
});

test('the bytes of a body are read', () => {
	expect(read(Buffer.from('\uFEFF{"_id": "a"}'))).toEqual({ _id: 'a' });
	expect(reason(read())).toBe('The body is empty');
	expect(reason(read(Buffer.from('a=b')))).toBe('The body is not JSON');
});

const SECRET = 'a-secret-of-32-characters-it-is!';
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

test('a long reference is cut, so that its address stays short', () => {
	const { href, searchParams } = new URL(withReference('https://example.com/', '漢'.repeat(20_000), SECRET));
	expect(href.length).toBeLessThan(4_000);
	expect(readReference(Object.fromEntries(searchParams), SECRET)).toBe('漢'.repeat(400));
});

test('any reference is read unchanged from the address', () => {
	const reference = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 });
	fc.assert(
		fc.property(reference, (text) => {
			const url = withReference('https://n8n.example.com/webhook/abc/callback', text, SECRET);
			expect(readReference(queryOf(url), SECRET)).toBe(text);
		}),
	);
});

const signed = queryOf(withReference('https://n8n.example.com/x', 'row 12', SECRET));
test.each([
	['another text', { reference: 'row 13' }],
	['another signature', { referenceSignature: 'x'.repeat(43) }],
	['a signature of a wrong length', { referenceSignature: 'x' }],
	['no signature', { referenceSignature: undefined }],
	['no text', { reference: undefined }],
	['a list of texts', { reference: ['row 12', 'row 13'] }],
	['a list of its text', { reference: ['row 12'] }],
	['a list of its signature', { referenceSignature: [signed.referenceSignature] }],
])('a reference with %s is left out', (_what, change) => {
	expect(readReference({ ...signed, ...change }, SECRET)).toBeUndefined();
});

/* A genuine callback that someone altered. */
const word = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'abcXYZ0189-'), minLength: length, maxLength: length });
const genuine = fc
	.record({
		clientId: word(20),
		clientSecret: fc.constantFrom(16, 24, 32).chain(word),
		nonce: fc.integer({ min: 10, max: 999_999 }),
	})
	.map(({ nonce, ...own }) => ({ own, body: seal(content, own, NOW, String(nonce)) }));
type Sealed = { own: typeof keys; body: ReturnType<typeof seal> };
const FIELDS = ['signature', 'dataEncrypt', 'timestamp', 'nonce'] as const;
const FORGERIES: Record<string, (sealed: Sealed, place: number) => object> = {
	'a field of another value': ({ body }, place) => {
		const field = FIELDS[place % 4]!;
		const text = String(body[field]);
		const at = place % text.length;
		return { ...body, [field]: `${text.slice(0, at)}${text[at] === '7' ? '8' : '7'}${text.slice(at + 1)}` };
	},
	'a field of another type': ({ body }, place) => ({
		...body,
		[FIELDS[place % 4]!]: [null, 0, [], {}][place % 3],
	}),
	// The signature joins the fields without a separator.
	'fields cut elsewhere': ({ body: { dataEncrypt, ...body } }) => ({
		...body,
		dataEncrypt: dataEncrypt.slice(0, -4),
		nonce: `${dataEncrypt.slice(-4)}${String(body.nonce)}`,
	}),
	'a seal by another secret': ({ own, body }) =>
		seal(
			{ ...content, _id: 'forged' },
			{ ...own, clientSecret: '_'.repeat(own.clientSecret.length) },
			NOW,
			body.nonce,
		),
	'an envelope without protection': ({ body }) => ({ ...body, ...content, signature: '' }),
};

test.each(Object.entries(FORGERIES))(
	'a callback with %s is refused, and the genuine callback is accepted',
	(_, forge) => {
		fc.assert(
			fc.property(genuine, fc.nat(10_000), (sealed, place) => {
				expect(openCallback(sealed.body, sealed.own, 'signed')).toHaveProperty('id');
				const forged = openCallback(forge(sealed, place), sealed.own, 'signedOrPlain');
				expect(forged).toBeInstanceOf(CallbackRefusal);
			}),
		);
	},
);
