import type { IWebhookFunctions } from 'n8n-workflow';
import { MOST_BODY_BYTES, readBody } from '../../../nodes/shared/callbacks/webhook';

const read = (rawBody: Buffer | undefined, parsed: unknown = undefined) =>
	readBody({
		getRequestObject: () => ({ rawBody }),
		getBodyData: () => parsed,
	} as unknown as IWebhookFunctions);
const reason = (opened: ReturnType<typeof read>) => (opened.ok ? undefined : opened.refusal.reason);
const quoted = (bytes: number) => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);

test('a body has a largest size', () => {
	expect(read(quoted(MOST_BODY_BYTES)).ok).toBe(true);
	expect(reason(read(quoted(MOST_BODY_BYTES + 1)))).toBe(
		`The body is larger than a callback can be (${MOST_BODY_BYTES + 1} bytes)`,
	);
});

test('its bytes are read, or else what n8n has parsed', () => {
	expect(read(Buffer.from('\uFEFF{"_id": "a"}'), { _id: 'b' })).toEqual({ ok: true, value: { _id: 'a' } });
	expect(read(undefined, { _id: 'b' })).toEqual({ ok: true, value: { _id: 'b' } });
	expect(read(undefined)).toEqual({ ok: true, value: null });
	expect(reason(read(Buffer.from('')))).toBe('The body is empty');
	expect(reason(read(Buffer.from('a=b')))).toBe('The body is not JSON');
});
