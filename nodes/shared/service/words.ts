import { isObject, saidIn } from './values';

/* The places of words in an answer or a record (service.md: Shapes that vary). The surest name comes first. */

export const REASONS = [
	'error_reason',
	'alg_msg',
	'error_msg',
	'failed_reason',
	'fail_reason',
	'reason',
	'msg',
	'message',
];
const NAMES = [...REASONS, 'error_description', 'detail', 'error', 'errors', 'title'];

/** A name that the node does not know. Codes, addresses and IDs are no words. */
const OTHER_NAME = /^(?!.*(?:code|url|_id|status))(?=.*(?:reason|msg|message|error|detail|fault|cause))/i;
const NO_WORDS = /^(ok|success(ful(ly)?)?)\W*$/i;
const DEEPEST = 3;
const MOST = 5;

/** What an object has under the first of the names; empty for none. */
export const wordsIn = (value: Record<string, unknown>, names: readonly string[], depth = 0): string =>
	names.map((name) => anyWordsIn(value[name], depth + 1)).find(Boolean) ?? '';

/** Also under any name, as in errors that are listed by field. */
export function anyWordsIn(value: unknown, depth = 0): string {
	if (typeof value === 'string') return NO_WORDS.test(value.trim()) ? '' : saidIn(value, 300);
	if (depth >= DEEPEST || typeof value !== 'object' || value === null) return '';
	const isOther = ([name]: [string, unknown]) => Array.isArray(value) || depth > 0 || OTHER_NAME.test(name);
	const others = Object.entries(value).filter(isOther).slice(0, MOST);
	const words = others.map(([, each]) => anyWordsIn(each, depth + 1));
	return (isObject(value) && wordsIn(value, NAMES, depth)) || [...new Set(words.filter(Boolean))].join('; ');
}

const MOST_OF_A_PAGE = 10_000;

/** Its words, and its form where they are none of the service. An empty answer has neither. */
export function describe(body: unknown): { message: string; form: string } {
	if (typeof body !== 'string') {
		const message = anyWordsIn(body);
		const isSilent = body === undefined || body === null || message !== '';
		return { message, form: isSilent ? '' : 'JSON without words' };
	}
	const text = body.slice(0, MOST_OF_A_PAGE);
	// It was meant for a program, and may hold a token that was just issued.
	if (/^\s*[[{]/.test(text)) return { message: '', form: 'broken JSON' };
	const form = /<[a-z!]/i.test(text) ? 'a web page' : '';
	return { message: saidIn(text.replace(/<[^<>]*>/g, ' ')), form };
}
