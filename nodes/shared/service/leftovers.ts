import { quoted } from './urls';

const OBJECT = /(?:\[|%5B)object(?: |%20|\+)\w+(?:\]|%5D)/i;
const NOTHING = /^(?:null|undefined|NaN|Invalid Date(?:Time)?)$/;
const NAME_A_FIELD =
	'An expression found nothing, and wrote that as a word. Name a field that the item has, or a default, as in {{ $json.text ?? "a lighthouse" }}.';
const NAME_THE_TEXT =
	'An expression put a whole object into the text. Name the field of it that is meant, as in {{ $json.output.text }}.';

/** Names the flaw of a text that JavaScript made, and the next step. */
export function leftoverIn(given: string): [message: string, description: string] | undefined {
	const text = given.trim();
	if (NOTHING.test(text)) return [`must be filled in, but the word ${text} was given`, NAME_A_FIELD];
	const object = OBJECT.exec(text)?.[0];
	return object === undefined
		? undefined
		: [`must be without ${object}, but ${quoted(text)} was given`, NAME_THE_TEXT];
}
