import type { IExecuteFunctions } from 'n8n-workflow';

/* Tried on n8n 2.41, which drops the hints of a node that throws. */

/** The editor renders texts as HTML, and a link in a text from outside would remain (n8n.md: Errors). Tried on 2.41. */
export const plainText = (text: string): string => text.replace(/<(?=[a-z/!?])/gi, '‹').replace(UNSEEN, '');

const UNSEEN = /[^\P{Cc}\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** n8n takes ten entries per execution, and warns of longer values. */
const ENTRIES = ['mediaJobs', 'mediaJobs2', 'mediaJobs3', 'mediaJobs4'];
const AS_LONG_AS_MAY_BE = /^.{1,255}(?= |$)/;

/** An agent's tool shows none. */
export function hint(context: IExecuteFunctions, message: string, type: 'info' | 'warning' = 'info'): void {
	context.addExecutionHints({ message: plainText(message), type, location: 'outputPane' });
}

type Note = 'mediaNote' | 'mediaProgress';

/** Stores a sentence of at most 255 characters with the execution. */
export function note(context: IExecuteFunctions, sentence: string, entry: Note = 'mediaNote'): void {
	changeData(context, (data) => data.set(entry, sentence));
}

export function findableBy(context: IExecuteFunctions, ids: readonly string[]): void {
	changeData(context, (customData) => {
		const all = [...ENTRIES.map((entry) => customData.get(entry)), ...ids.map(plainText)].join(' ');
		let left = [...new Set(all.split(' ').filter(Boolean))].join(' ');
		for (const entry of ENTRIES) {
			const [value] = AS_LONG_AS_MAY_BE.exec(left) ?? [];
			if (value === undefined) return;
			customData.set(entry, value);
			left = left.slice(value.length + 1);
		}
	});
}

type CustomData = IExecuteFunctions['customData'];

function changeData(context: IExecuteFunctions, change: (data: CustomData) => void): void {
	try {
		change(context.customData);
	} catch {
		// Such a run has no custom data.
	}
}
