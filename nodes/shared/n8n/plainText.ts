/**
 * A text that n8n's editor shows as it is. The editor renders messages, descriptions and hints as HTML: of a text from
 * outside, a link would remain (tried on 2.41; n8n.md: Errors).
 */
export function plainText(text: string): string {
	return text.replace(/<(?=[a-z/!?])/gi, '‹').replace(UNSEEN, '');
}

const UNSEEN = /[^\P{Cc}\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
