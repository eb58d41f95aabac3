import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v3';
import { answerWithinOf, simplify } from '../shared/operation/settings/shared';
import { textSchema } from '../shared/operation/parameters/schemas';
import { quoted, refuse, refuseValue } from '../shared/operation/parameters/messages';
import { optionalId } from '../shared/operation/parameters/resourceLocators';
import {
	choice,
	flag,
	numberOrDefault,
	optionalText,
	parameter,
	text,
	type Given,
} from '../shared/operation/parameters/builders';
import { checked } from '../shared/service/schema';
import { isHttpUrl, parseUrl } from '../shared/service/urls';
import { sessionId } from './session';

const whenTalking: INodeProperties['displayOptions'] = { show: { modeType: [2] } };
const whenRoleIsGiven: INodeProperties['displayOptions'] = {
	show: { modeType: [2], promptContent: [{ _cnd: { not: '' } }] },
};

/** Whether a text is the address of a WebSocket; such an address has no fragment. */
export function isWebSocketUrl(text: string): boolean {
	const protocol = parseUrl(text)?.protocol;
	return (protocol === 'ws:' || protocol === 'wss:') && !text.includes('#');
}

/**
 * The server id that chat messages are addressed to: the last path segment of the server's chat room URL, without a
 * trailing `.chat` (service.md: Live avatar chat). Undefined when the path is empty.
 */
export function serverIdOf(serverChatRoomUrl: string): string | undefined {
	const segments = parseUrl(serverChatRoomUrl)?.pathname.split('/').filter(Boolean);
	return segments?.at(-1)?.replace(/\.chat$/, '') || undefined;
}

/** An address of a chat room. */
const webSocketUrl = checked(textSchema, (url, context) => {
	if (isWebSocketUrl(url)) return;
	refuseValue(context, 'one whole address that starts with wss:// or ws://', url);
});

const serverUrl = checked(webSocketUrl, (url, context) => {
	const server = serverIdOf(url);
	if (server !== undefined && !server.startsWith('client_')) return;
	refuse(context, `must end in the ID of the server, as in …/server_1, but ${quoted(url)} was given`);
});

/** What a message asks for, in the order of the screen (service.md: Live avatar chat). */
export const chatParameters = {
	question: text('Question', {
		typeOptions: { rows: 2 },
		placeholder: 'e.g. What can you do for me?',
		description: 'What the avatar is asked, or what it is to say, in plain words: one message, one answer',
	}),
	closeWhenDone: flag('Close When Done', {
		description:
			'Whether to close the session after the last message of this node, even when one of them failed. An open session may cost credits until it is closed.',
	}),
	/** Talk unless told otherwise: the default of the service, repeating, looks like an echo. */
	modeType: choice('Mode', {
		default: 2,
		options: [
			{ name: 'Repeat the Text', value: 1, description: 'The avatar says the text as it stands' },
			{ name: 'Talk', value: 2, description: 'The avatar answers the text, as in a dialogue' },
		],
		description: 'What the avatar does with the text: 2 has it answer, 1 has it say the text as it stands',
	}),
	promptContent: optionalText('Role', {
		typeOptions: { rows: 3 },
		displayOptions: whenTalking,
		placeholder: 'e.g. You are a guide in a museum of clocks.',
		description: 'Who the avatar is and what it knows, or the address of a PDF of at most 50 MB that says so',
	}),
	promptFrom: choice('Role From', {
		default: 'text',
		displayOptions: whenRoleIsGiven,
		options: [
			{ name: 'Text', value: 'text', description: 'Role is the description itself' },
			{ name: 'URL of a PDF', value: 'url', description: 'Role is the address of a PDF of at most 50 MB' },
		],
		description: 'Whether Role describes the avatar, or is the address of a PDF that does',
	}),
	voiceId: optionalId('Voice', {
		from: 'searchVoices',
		placeholder: 'e.g. 6f1c9d',
		whenEmpty: "The avatar's own",
		description: "The voice that the avatar speaks with. When empty, it is the avatar's own.",
	}),
	language: optionalId('Language', {
		from: 'searchLanguages',
		placeholder: 'e.g. en',
		whenEmpty: 'Left to the service',
		description: 'The language that the avatar speaks, as a code of the list of languages, such as en',
	}),
	sessionId: sessionId('The session that is closed when done, and asked about when no answer comes'),
	clientChatRoomUrl: parameter('string', webSocketUrl, 'Client Chat Room URL', {
		default: '={{ $json.streamUrls.clientChatRoomUrl }}',
		required: true,
		placeholder: 'e.g. wss://example.com/live/stream/client_1',
		description: 'The address to connect to: streamUrls.clientChatRoomUrl in the output of Create',
	}),
	serverChatRoomUrl: parameter('string', serverUrl, 'Server Chat Room URL', {
		default: '={{ $json.streamUrls.serverChatRoomUrl }}',
		required: true,
		placeholder: 'e.g. wss://example.com/live/stream/server_1',
		description:
			'The address whose end names the server for the message: streamUrls.serverChatRoomUrl in the output of Create',
	}),
};

/** The same for the `options` collection. */
export const chatOptions = {
	answerWithin: answerWithinOf(
		'How long the agent waits for the whole answer of the avatar. After that it gets what the avatar has said so far',
	),
	answerTimeout: numberOrDefault('Answer Timeout (Seconds)', {
		default: 60,
		above: 0,
		typeOptions: { minValue: 1 },
		description: 'How long to wait for the first part of the answer',
	}),
	messageId: optionalText('Message ID', {
		placeholder: 'e.g. question-12',
		description: 'A name of your own for the message. When empty, each message gets one of its own.',
	}),
	/**
	 * Parts of an answer come as the model writes them, mostly within a second of each other. Every question waits this
	 * long at its end, in a session that is paid by the second.
	 */
	quietTime: numberOrDefault('Quiet Time (Seconds)', {
		default: 2,
		above: 0,
		typeOptions: { minValue: 0.1 },
		description:
			'How long the avatar has to be silent for its answer to be complete: the service marks no end. Raise it when answers are cut off.',
	}),
	simplify,
};

/** The avatar's role as the service takes it; undefined where none is described. */
export function roleOf(
	{ promptFrom: from, promptContent: content }: Given<typeof chatParameters, typeof chatOptions>,
	context: z.RefinementCtx,
) {
	if (content === undefined) return undefined;
	if (from === 'url' && !isHttpUrl(content)) {
		const wanted = 'the address of a PDF that starts with https:// or http://';
		refuseValue(context, wanted, content, ['promptContent']);
	}
	return { from, content };
}
