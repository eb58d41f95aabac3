/**
 * A text that n8n's editor shows as it is. The editor renders messages, descriptions and hints as HTML: of a text from
 * outside, a link would remain (tried on 2.41.1; n8n.md: Errors). What begins a tag becomes an angle that begins none, so
 * that the text stays readable everywhere, in lists and logs, too, and an address in it can be copied.
 */
export function plainText(text: string): string {
	return text.replace(/<(?=[a-z/!?])/gi, '‹').replace(UNSEEN, '');
}

/** What controls a terminal, but for ends of lines, and what turns the order of a text around. */
const UNSEEN = /[^\P{Cc}\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
