import { quoted } from './urls';

const OBJECT = /(?:\[|%5B)object(?: |%20|\+)\w+(?:\]|%5D)/i;
const NOTHING = /^(?:null|undefined|NaN|Invalid Date(?:Time)?)$/;

interface Leftover {
	message: string;
	description: string;
}

export function leftoverIn(given: string): Leftover | undefined {
	const text = given.trim();
	if (NOTHING.test(text)) {
		return {
			message: `must be filled in, but the word ${text} was given`,
			description:
				'An expression found nothing, and wrote that as a word. Name a field that the item has, or say what to take in its place, as in {{ $json.text ?? "a lighthouse" }}.',
		};
	}
	const object = OBJECT.exec(text)?.[0];
	if (object === undefined) return undefined;
	return {
		message: `must be without ${object}, but ${quoted(text)} was given`,
		description:
			'An expression put a whole object into the text. Name the field of it that is meant, as in {{ $json.output.text }}, or write all of it with {{ JSON.stringify($json.output) }}.',
	};
}
