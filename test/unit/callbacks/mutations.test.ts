import fc from 'fast-check';
import { openCallback } from '../../../nodes/shared/callbacks/open';
import { seal } from '../../emulator';

const NOW = 1_760_000_000_000;
const TRIES = 1_000;

interface Sealed {
	keys: { clientId: string; clientSecret: string };
	body: { signature: string; dataEncrypt: string; timestamp: number; nonce: string };
}

const word = (min: number, max: number) =>
	fc.string({ unit: fc.constantFrom(...'abcdefXYZ0123456789-'), minLength: min, maxLength: max });
const secret = fc.constantFrom(16, 24, 32).chain((length) => word(length, length));

/** A genuine callback of any account. */
const sealed: fc.Arbitrary<Sealed> = fc
	.record({
		clientId: word(4, 30),
		clientSecret: secret,
		id: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 24, maxLength: 24 }),
		status: fc.constantFrom(2, 3, 4),
		age: fc.integer({ min: -5 * 60_000, max: 3 * 24 * 60 * 60_000 }),
		nonce: fc.integer({ min: 1, max: 999_999 }),
		url: fc.webUrl(),
	})
	.map(({ clientId, clientSecret, id, status, age, nonce, url }) => {
		const keys = { clientId, clientSecret };
		const body = seal({ _id: id, status, type: 'image', url }, keys, NOW - age, String(nonce));
		return { keys, body: { ...body, nonce: String(nonce) } };
	});

type Field = 'signature' | 'dataEncrypt' | 'timestamp' | 'nonce';
const field = fc.constantFrom<Field>('signature', 'dataEncrypt', 'timestamp', 'nonce');
const place = fc.nat(10_000);
const edit = fc.constantFrom('flip' as const, 'start' as const, 'end' as const, 'more' as const);

type Change = (sealed: Sealed) => object;
const one = fc.oneof<fc.Arbitrary<Change>[]>(
	// A bit of a character flipped, a field cut short at either end, or something added to it.
	fc.record({ field, place, edit, bit: fc.nat(6) }).map(({ field, place, edit, bit }) => ({ body }) => {
		const text = String(body[field]);
		const at = place % text.length;
		const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit));
		const edited = { flip: text.slice(0, at) + flipped + text.slice(at + 1), more: `${text}${place}` };
		return { ...body, [field]: { ...edited, start: text.slice(0, at), end: text.slice(at) }[edit] };
	}),
	// A field left out, or of another type.
	fc
		.record({ field, value: fc.constantFrom(undefined, null, 0, true, [], {}, '') })
		.map(({ field, value }) => ({ body }) => ({ ...body, [field]: value })),
	// The same characters, cut elsewhere, because the signature joins the fields without a separator.
	fc.record({ place, by: fc.integer({ min: 1, max: 16 }) }).map(({ place, by }) => ({ body, keys }) => {
		const parts = [keys.clientId, String(body.timestamp), body.nonce, body.dataEncrypt].sort();
		const at = place % 3;
		const [left = '', right = ''] = parts.slice(at, at + 2);
		const joined = left + right;
		const cut = (left.length + by) % joined.length;
		const moved = [...parts.slice(0, at), joined.slice(0, cut), joined.slice(cut), ...parts.slice(at + 2)];
		const rest = moved.filter((part) => part !== keys.clientId).sort((a, b) => b.length - a.length);
		const [dataEncrypt, timestamp, nonce] = rest;
		return { ...body, dataEncrypt, timestamp, nonce };
	}),
	// A replay with another nonce or time.
	fc.nat(999_999).map((nonce): Change => ({ body }) => ({ ...body, nonce: String(nonce) })),
	fc.nat(1e7).map((ms): Change => ({ body }) => ({ ...body, timestamp: body.timestamp + 1 + ms })),
	// Made by someone who knows the client ID but not the secret.
	secret.map((clientSecret): Change => ({ keys, body }) => {
		const isTrue = clientSecret === keys.clientSecret;
		const own = isTrue ? `_${clientSecret.slice(1)}` : clientSecret;
		return seal({ _id: 'forged', status: 3 }, { ...keys, clientSecret: own }, body.timestamp, body.nonce);
	}),
	// An envelope without any protection.
	fc.constant<Change>(({ body }) => ({ ...body, _id: 'forged', status: 3, signature: '' })),
);

const isSame = (changed: object, { body }: Sealed) => {
	const text = (name: string, value: unknown) => {
		if (typeof value === 'number') return String(value);
		// Hexadecimal digits are the same in capitals.
		return name === 'signature' && typeof value === 'string' ? value.toLowerCase() : value;
	};
	return Object.entries({ ...body, ...changed }).every(
		([name, value]) =>
			text(name, value) === text(name, Object.entries(body).find(([own]) => own === name)?.[1]),
	);
};

/** The signature joins the digits of time and nonce without a separator, so they can be cut elsewhere. */
const isCut = (changed: object, { body }: Sealed) => {
	const { timestamp, nonce, ...rest } = { ...body, ...changed };
	const joined = (...parts: unknown[]) => parts.map(String).sort().join('');
	const isSameText = joined(timestamp, nonce) === joined(body.timestamp, body.nonce);
	return isSameText && rest.dataEncrypt === body.dataEncrypt && rest.signature === body.signature;
};

test('an altered callback is refused or differs only in its time, and the genuine callback is accepted', () => {
	let altered = 0;
	fc.assert(
		fc.property(sealed, one, (genuine, change) => {
			const opened = openCallback(genuine.body, genuine.keys, 'signedOrPlain');
			const changed = change(genuine);
			fc.pre(!isSame(changed, genuine));
			altered += 1;
			const other = openCallback(changed, genuine.keys, 'signedOrPlain');
			if (!isCut(changed, genuine)) expect(other.ok).toBe(false);
			const time: unknown = expect.any(Number);
			if (other.ok) expect(opened).toEqual({ ok: true, value: { ...other.value, sentAt: time } });
			expect(opened.ok).toBe(true);
		}),
		{ numRuns: TRIES },
	);
	expect(altered).toBe(TRIES);
});
