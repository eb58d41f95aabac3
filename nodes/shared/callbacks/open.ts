import { isObject, parseJson } from '../service/values';
import { readContent } from './content';
import { looksSigned, unseal } from './sealed';
import { refuse, type Callback, type CallbackKeys, type Opened } from './types';

/** Which bodies are accepted: `signed` refuses those without a signature. */
export type Accept = 'signedOrPlain' | 'signed';

/**
 * Opens the body of a callback, signed or plain (service.md: Callbacks). Pure. A plain one is never authentic by
 * itself: the service has to confirm it.
 * @param given the body as JSON gives it; all of it may be in its `data`, as in the answers of the service
 * @param now milliseconds since the epoch
 */
export function openCallback(
	given: unknown,
	keys: CallbackKeys,
	accept: Accept,
	now: number,
): Opened<Callback> {
	const body = isObject(given) && looksSigned(given.data) ? given.data : given;
	if (!looksSigned(body)) {
		const plain = readContent(body);
		if (plain === undefined) return refuse('noCallback', 'The body has none of the fields of a callback');
		if (accept === 'signed') {
			return refuse('notAuthentic', 'The callback is not signed, and Accept is set to Signed Only');
		}
		return { ok: true, value: { ...plain, signed: false } };
	}
	const unsealed = unseal(body, keys, now);
	if (!unsealed.ok) return unsealed;
	const { text, sentAt } = unsealed.value;
	const inner = readContent(parseJson(text));
	if (inner === undefined) return refuse('noCallback', 'The content has none of the fields of a callback');
	return { ok: true, value: { ...inner, signed: true, sentAt } };
}
