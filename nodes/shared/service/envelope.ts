import { withoutQuotedSecrets } from './urls';
import { excerptOf, isObject, readInteger } from './values';

/** An answer of the service, from either of its two shapes. */
export type Envelope =
	| { ok: true; data: unknown; body: Record<string, unknown> }
	| { ok: false; code: number | undefined; message: string; crash?: string };

const SUCCESS_CODE = 1000;
const DETECTION_SUCCESS_CODE = 0;

/**
 * Opens an answer of the service (service.md: Answers).
 *
 * - `code`/`msg`, successful at 1000: `data` is the answer's `data`, undefined where an operation returns none (the
 *   token operation has its `token` in `body`).
 * - `error_code`/`error_msg` of face detection, successful at 0: the answer has no `data`, so `data` is the body
 *   itself.
 * - Anything else (HTML of a gateway, text, null) is not ok, has no code, and a short excerpt as its message. Face
 *   detection crashes with an `error_msg` and nothing else: that is `crash` (service.md: Face detection).
 *
 * Codes may be numeric strings, and the body may be JSON text. Of an object that is no envelope only the field names
 * are quoted, as values could be secret.
 */
export function openEnvelope(body: unknown): Envelope {
	const answer = typeof body === 'string' ? parseObject(body) : body;
	if (!isObject(answer)) return { ok: false, code: undefined, message: describe(answer) };

	const code = readInteger(answer.code);
	if (code === SUCCESS_CODE) return { ok: true, data: answer.data, body: answer };
	if (code !== undefined) return { ok: false, code, message: textOf(answer) };
	const detectionCode = readInteger(answer.error_code);
	if (detectionCode === DETECTION_SUCCESS_CODE) {
		return { ok: true, data: isObject(answer.data) ? answer.data : answer, body: answer };
	}
	if (detectionCode !== undefined) return { ok: false, code: detectionCode, message: textOf(answer) };
	const crash = 'error_msg' in answer ? textOf(answer) || undefined : undefined;
	return { ok: false, code: undefined, message: describe(answer), crash };
}

function parseObject(text: string): unknown {
	if (!text.trimStart().startsWith('{')) return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function textOf(answer: Record<string, unknown>): string {
	for (const value of [answer.msg, answer.error_msg, answer.message]) {
		if (typeof value === 'string' && value.trim() !== '') return excerptOf(withoutQuotedSecrets(value), 300);
	}
	return '';
}

function describe(body: unknown): string {
	if (typeof body === 'string') return describeText(body);
	if (body === null || body === undefined) return 'an empty answer';
	if (Array.isArray(body)) return `a list of ${body.length} entries`;
	if (isObject(body)) {
		const names = Object.keys(body);
		return names.length === 0 ? 'an empty object' : excerptOf(`an object with ${names.join(', ')}`);
	}
	return excerptOf(JSON.stringify(body));
}

/** How many characters of a page are read: its beginning tells where it comes from. */
const MOST_OF_A_PAGE = 10_000;

function describeText(page: string): string {
	const text = page.slice(0, MOST_OF_A_PAGE);
	return excerptOf(withoutQuotedSecrets(titleOf(text) ?? wordsOf(text))) || 'an empty answer';
}

/** Cuts a page before each of these tags and its end tag: a pattern over whole elements would take quadratic time. */
function piecesOf(page: string, tags: 'title' | 'script|style'): string[] {
	return page.split(new RegExp(`(?=</?(?:${tags})\\b)`, 'i'));
}

function titleOf(page: string): string | undefined {
	const [, title, end] = piecesOf(page, 'title');
	return title === undefined || end === undefined ? undefined : withoutTags(title);
}

function wordsOf(page: string): string {
	const isCode = (piece: string) => /^<(?:script|style)/i.test(piece);
	return piecesOf(page, 'script|style')
		.filter((piece) => !isCode(piece))
		.map(withoutTags)
		.join(' ');
}

const withoutTags = (page: string) => page.replace(/<[^<>]*>/g, ' ');
