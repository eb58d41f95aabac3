import { randomUUID } from 'crypto';
import type { IDisplayOptions } from 'n8n-workflow';
import { z } from '../../../shared/zod';
import { timeLimitOf } from '../../../shared/n8n/timeLimit';
import * as build from '../../../shared/operation';
import { defineCall, ItemFailure, quoted, refuse, refuseValue } from '../../../shared/operation';
import { checked } from '../../../shared/service/schema';
import { isHttpUrl, parseUrl } from '../../../shared/service/urls';
import { closeAtEnd, sessionId, sessionOf } from '../../session';

const PDF = 'the address of a PDF that starts with https:// or http://';
const whenAnswering: IDisplayOptions = { show: { modeType: [2] } };
const whenRoleIsGiven: IDisplayOptions = { show: { modeType: [2], promptContent: [{ _cnd: { not: '' } }] } };

const webSocketUrl = checked(build.textSchema, (url, context) => {
	if (/^wss?:$/.test(parseUrl(url)?.protocol ?? '') && !url.includes('#')) return;
	refuseValue(context, 'one whole address that starts with wss:// or ws://', url);
});

/** The last path segment, without a trailing `.chat` (service.md: Live avatar chat). */
function serverIdOf(url: string): string {
	const path = (parseUrl(url)?.pathname ?? '').split('/');
	const last = path.filter(Boolean).at(-1) ?? '';
	return last.replace(/\.chat$/, '');
}

const serverUrl = checked(webSocketUrl, (url, context) => {
	if (/^(?!client_)./.test(serverIdOf(url))) return;
	refuse(context, `must end in the ID of the server, as in …/server_1, but ${quoted(url)} was given`);
});

export const sendMessage = defineCall({
	value: 'sendMessage',
	name: 'Send Message',
	action: 'Send a message to a live avatar',
	description: 'Ask the avatar of a session that streams and get its answer as text, or let it repeat a text',
	parameters: {
		question: build.text('Question', {
			typeOptions: { rows: 2 },
			placeholder: 'e.g. What can you do for me?',
			description: 'The text to answer or to repeat. One message gets one answer.',
		}),
		closeWhenDone: build.flag('Close When Done', {
			description: 'Whether to close the session after the last message. An open session costs credits.',
		}),
		/** The service's own default, 1, looks like an echo. */
		modeType: build.choice('Reply Mode', {
			default: 2,
			options: [
				{ name: 'Answer', value: 2, description: 'The avatar answers the question' },
				{ name: 'Repeat the Text', value: 1, description: 'The avatar says the text as it stands' },
			],
			description: 'What the avatar does with the text. An expression gives 2 to answer or 1 to repeat.',
		}),
		promptContent: build.optionalText('Role', {
			typeOptions: { rows: 3 },
			displayOptions: whenAnswering,
			placeholder: 'e.g. You are a guide in a museum of clocks.',
			description: 'Who the avatar is and what it knows, as a text or as the URL of a PDF',
		}),
		promptFrom: build.choice('Role Format', {
			default: 'text',
			displayOptions: whenRoleIsGiven,
			options: [
				{ name: 'PDF Link', value: 'url', description: 'Role is the URL of a PDF of at most 50 MB' },
				{ name: 'Text', value: 'text', description: 'Role is the description itself' },
			],
			description: 'Whether Role describes the avatar, or is the URL of a PDF that does',
		}),
		voiceId: build.optionalId('Voice', {
			from: 'searchVoices',
			whenEmpty: "The avatar's own",
			description: "The voice of the avatar. Empty means the avatar's own voice.",
		}),
		language: build.optionalId('Language', {
			from: 'searchLanguages',
			whenEmpty: 'Default',
			description: 'The language of the avatar, as a code from the list of languages',
		}),
		sessionId: sessionId('The session to close when done'),
		clientChatRoomUrl: build.parameter('string', webSocketUrl, 'Client Chat Room URL', {
			default: '={{ $json.streamUrls.clientChatRoomUrl }}',
			required: true,
			description: 'The address to connect to, from the streamUrls of Create',
		}),
		serverChatRoomUrl: build.parameter('string', serverUrl, 'Server Chat Room URL', {
			default: '={{ $json.streamUrls.serverChatRoomUrl }}',
			required: true,
			description: 'The address that ends in the ID of the server, from the streamUrls of Create',
		}),
	},
	options: {
		toolTimeout: build.toolTimeoutOf('How long the agent waits. After that it gets the answer so far'),
		answerTimeout: build.numberOrDefault('Answer Timeout (Seconds)', {
			default: 60,
			above: 0,
			typeOptions: { minValue: 1 },
			description: 'How long to wait for the first part of the answer',
		}),
		quietTime: build.numberOrDefault('Quiet Time (Seconds)', {
			default: 2,
			above: 0,
			typeOptions: { minValue: 0.1 },
			description: 'The silence that ends an answer. Raise it if answers are cut off.',
		}),
		messageId: build.optionalText('Message ID', {
			description: 'Your own name for the message. If empty, each message gets a new ID.',
		}),
		simplify: build.simplify,
	},
	read({ promptFrom: from, promptContent: content, ...given }, context) {
		const isWrong = content !== undefined && from === 'url' && !isHttpUrl(content);
		if (isWrong) refuseValue(context, PDF, content, ['promptContent']);
		return { ...given, prompt: content === undefined ? undefined : { from, content } };
	},
	async begin(tools) {
		// Read separately, so that the session is closed even when another parameter is wrong.
		const given = (name: string): unknown =>
			tools.context.getNodeParameter(name, tools.item, null, { skipValidation: true });
		try {
			if (build.flagSchema(false).safeParse(given('closeWhenDone')).data !== true) return;
			const id = sessionOf(given('sessionId'), tools);
			if (id !== undefined) await closeAtEnd(id, tools);
		} catch {
			// The expression can't be evaluated, so the session is unknown.
		}
	},
	async call({ options: { toolTimeout, simplify: isSimple, ...options }, ...input }, tools) {
		const { clientChatRoomUrl, serverChatRoomUrl, question, closeWhenDone } = input;
		const id = sessionOf(input.sessionId, tools);
		if (closeWhenDone && id === undefined) {
			throw new ItemFailure('Session ID is empty, and Close When Done needs it', {
				description: 'Fill in the id from the output of Create, or turn off Close When Done.',
			});
		}
		const { at } = timeLimitOf(tools.context);
		// A minute before n8n's time limit, or at half of the time left, so that the closing still fits.
		const lastAt = at - Math.min(60_000, (at - tools.environment.now()) / 2);
		const { roomOf } = await import('../../chat/room');
		const room = await roomOf(clientChatRoomUrl, tools);
		const { messageId = randomUUID() } = options;
		const times = { ...options, endsAt: Math.min(tools.answerBy(toolTimeout), lastAt) };
		const to = serverIdOf(serverChatRoomUrl);
		const { answer, record, isCut } = await room.ask({ ...input, ...times, messageId, to, sessionId: id });
		const item = streamItem.safeParse(tools.context.getInputData()[tools.item]?.json).data;
		const isOfItem = item?.streamUrls.clientChatRoomUrl === clientChatRoomUrl;
		return {
			...{ question, answer, messageId, ...(isCut && { timedOut: true }), ...(id && { sessionId: id }) },
			streamUrls: { ...(isOfItem && item.streamUrls), clientChatRoomUrl, serverChatRoomUrl },
			...(!isSimple && { record }),
		};
	},
});

const streamItem = z.object({ streamUrls: z.record(z.unknown()) });
