import { extraFieldsSchema } from '../parameters/schemas';
import {
	choice,
	flag,
	numberOrDefault,
	optionalText,
	parameter,
	textOrDefault,
} from '../parameters/builders';

/* Entries that several types of operations have; below them what reads and sessions have of them. */

/**
 * A rule that shows would not do: n8n decides which entries of a list are shown before it knows Download Result, and drops
 * the others (n8n.md: Hidden fields).
 */
const WHERE_IT_DOWNLOADS = { hide: { '/downloadResult': [false] } };

export const simplify = flag('Simplify', {
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** What becomes of files. */
export const ofFiles = {
	binaryPropertyName: textOrDefault('Put Output File in Field', {
		default: 'data',
		displayOptions: WHERE_IT_DOWNLOADS,
		hint: 'The name of the output binary field to put the file in',
		description: 'Several results are put in fields with a number behind the name, as data_1',
	}),
	maxFileSize: numberOrDefault('Maximum File Size (MB)', {
		default: 500,
		min: 0,
		displayOptions: WHERE_IT_DOWNLOADS,
		description:
			'The item of a larger result fails, and its error names the address and the ID. 0 means no limit.',
	}),
	markAsAiMade: flag('Mark as AI-Made', {
		displayOptions: WHERE_IT_DOWNLOADS,
		description:
			"Whether to write into the saved file that it is made by AI, where picture desks and platforms look for it (IPTC's Digital Source Type): JPEG, PNG, WebP, MP4, MOV and MP3. Pixels and samples stay as they are.",
	}),
	consentReference: optionalText('Consent Reference', {
		placeholder: 'e.g. consent 2026-114',
		description:
			'A text of your own that names the consent of the person who is shown or heard, or the contract. It comes back in the output, and is written into the file with Mark as AI-Made.',
	}),
};

export const includeOtherFields = flag('Include Other Fields', {
	description:
		"Whether to put the input item's own fields beside those of the result. Where both can have a field, such as status, credits or avatarId, only the result's is put out.",
});

/**
 * In seconds; 0 for what suits who calls the tool.
 * @param what happens then, without a full stop
 */
export const answerWithinOf = (what: string) =>
	numberOrDefault('Answer Within (Seconds)', {
		default: 0,
		min: 0,
		displayOptions: { show: { '@tool': [true] } },
		description: `${what}. 0 means 50 seconds under an MCP Server Trigger, 100 in n8n Agents, and no limit of its own under the AI Agent node.`,
	});

/** How long it is waited for a result. */
export const waiting = {
	answerWithin: answerWithinOf(
		'How long the agent waits for the result. After that it gets the ID and what to call next, and the job goes on',
	),
	/** In minutes. */
	timeout: numberOrDefault('Timeout (Minutes)', {
		default: 180,
		above: 0,
		description:
			'How long to wait for each job. Videos can take hours; when a swap or an age change takes more than three hours, check its pictures.',
	}),
	onTimeout: choice('On Timeout', {
		default: 'error',
		options: [
			{
				name: 'Stop With an Error',
				value: 'error',
				description: 'The error names the ID, for a Get later on',
			},
			{
				name: 'Return What Is Known',
				value: 'returnPending',
				description: 'The item goes on with its last status and timedOut: true',
			},
		],
		description:
			'What to do when the time is up before the result is there. The job itself goes on at the service.',
	}),
};

export const reference = optionalText('Reference', {
	placeholder: 'e.g. row 12',
	description: 'A text of your own that comes back in the output, to know the job by',
});

export const extraFields = parameter('json', extraFieldsSchema, 'Extra Fields (JSON)', {
	default: '{}',
	description:
		'Fields for the request that this node does not know, as a JSON object such as {"seed": 7}: they are sent as they stand',
});

/** How many records a list gives, up to a limit or all of them. */
export const howMany = {
	returnAll: flag('Return All', {
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: numberOrDefault('Limit', {
		default: 50,
		min: 1,
		whole: true,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	}),
};

/** What every operation that reads jobs has, beside its own parameters and options. */
export const readFields = {
	parameters: {
		waitForCompletion: flag('Wait for Completion', {
			description: 'Whether to wait until the result is there, when it is not yet',
		}),
		downloadResult: flag('Download Result', {
			description:
				'Whether to save the result as a file of the item. The service deletes results 7 days after completion.',
		}),
	},
	waitOptions: waiting,
	options: { includeOtherFields, ...ofFiles, simplify },
};

/* What the Create and the Get of a live avatar session have, beside their own parameters: a session is no job. */

const waitUntilItStreams = (isCreate: boolean) => ({
	waitForCompletion: flag('Wait Until It Streams', {
		default: isCreate,
		description: 'Whether to wait until the session streams: nobody can talk to the avatar before',
	}),
});

export const sessionFields = {
	parameters: waitUntilItStreams(true),
	waitOptions: { answerWithin: waiting.answerWithin, timeout: waiting.timeout },
	options: { reference, simplify, extraFields },
};

export const readSessionFields = {
	parameters: waitUntilItStreams(false),
	waitOptions: waiting,
	options: { includeOtherFields, simplify },
};
