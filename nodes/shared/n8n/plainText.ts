/** The editor renders texts as HTML, and a link in a text from outside would remain (n8n.md: Errors). Tried on 2.41. */
export function plainText(text: string): string {
	return text.replace(/<(?=[a-z/!?])/gi, '‹').replace(UNSEEN, '');
}

const UNSEEN = /[^\P{Cc}\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
