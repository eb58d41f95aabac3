import type { JobKind } from '../../jobs/kinds';
import type { FileFacts } from '../../jobs/output';
import { counted, marked } from '../../marks';
import type { ReadSettings } from '../../operation/settings';

const TOOL = 'n8n-nodes-media-generation';

/** Why a file gets no label though it is wanted: a label would say what is not so. */
const NOTHING_MADE = 'Nothing in this file is made by a model: it is the recording that was uploaded';

/**
 * What a file goes through while it is saved: the label, if it is wanted, and then the count of what is stored.
 * @param now milliseconds since the epoch
 * @returns facts that are filled in once the file has passed; another try begins them anew
 */
export function fileTransform(
	{ markAsAiMade, consentReference }: ReadSettings,
	{ sourceType: source }: JobKind,
	now: number,
) {
	const facts: Omit<FileFacts, 'field'> = {};
	const learn = (more: typeof facts) => void Object.assign(facts, more);
	if (markAsAiMade && !source) learn({ labelled: false, labelReason: NOTHING_MADE });
	const label = markAsAiMade &&
		source && { source, tool: TOOL, date: new Date(now).toISOString(), consentReference };
	const through = (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> => {
		return counted(label ? marked(content, label, learn) : content, learn);
	};
	return { facts, through };
}
