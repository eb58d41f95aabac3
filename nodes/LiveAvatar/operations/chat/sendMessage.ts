import { randomUUID } from 'crypto';
import type { IDisplayOptions } from 'n8n-workflow';
import { z } from '../../../shared/zod';
import { LANGUAGES, VOICES } from '../../../shared/lists/catalog';
import { entryIn } from '../../../shared/lists/entries';
import { hint } from '../../../shared/n8n/hintsAndCustomData';
import { timeLimitOf } from '../../../shared/n8n/executionFacts';
import { isTool } from '../../../shared/n8n/storedExecution';
import * as build from '../../../shared/operation';
import { defineCall, quoted, refuse, refuseValue, type Tools } from '../../../shared/operation';
import { checked } from '../../../shared/service/schema';
import { parseUrl, withoutAbsent } from '../../../shared/service/values';
import { roomOf, staysOpen } from '../../chat/room';
import { addressesOf, closeAtEnd, sessionId, sessionOf } from '../../session';

const whenAnswering: IDisplayOptions = { hide: { modeType: [1] } };
const FROM_ITEM = 'Empty means the streamUrls of the input item.';

const webSocketUrl = checked(build.textSchema, (url, context) => {
	if (/^wss?:$/.test(parseUrl(url)?.protocol ?? '') && !url.includes('#')) return;
	refuseValue(context, 'one whole address that starts with wss:// or ws://', url);
});

/** The last path segment, without a trailing `.chat` (service.md: Live avatar chat). */
function serverIdOf(url: string): string {
	const last = (parseUrl(url)?.pathname ?? '').split('/').filter(Boolean).at(-1) ?? '';
	return last.replace(/\.chat$/, '');
}

const serverUrl = checked(webSocketUrl, (url, context) => {
	if (/^(?!client_)./.test(serverIdOf(url))) return;
	refuse(context, `must end in the ID of the server, as in …/server_1, but ${quoted(url)} was given`);
});

export const sendMessage = defineCall({
	value: 'sendMessage',
	action: 'Send message to live avatar',
	description: 'Ask the avatar of a session that streams and get its answer as text, or let it repeat a text',
	parameters: {
		sessionNotice: build.notice(
			'Asks the session of the input item (<b>streamUrls</b>). While open, it costs credits: in the last message, turn on <b>Close When Done</b>.',
		),
		question: build.text('Question', {
			typeOptions: { rows: 2 },
			placeholder: 'e.g. What can you do for me?',
			description: 'The text to answer or to repeat. One message gets one answer.',
		}),
		closeWhenDone: build.flag('Close When Done', {
			builderHint: 'Turn it on in the last message of a session, because an open session costs credits.',
			description: 'Whether to close the session at the end. Else it costs credits until Session › Close.',
		}),
	},
	options: {
		/** The service's own default, 1, looks like an echo. */
		modeType: build.choice('Reply Mode', {
			default: 2,
			options: [
				{ name: 'Answer', value: 2, description: 'The avatar answers the question' },
				{ name: 'Repeat the Text', value: 1, description: 'The avatar says the text as it stands' },
			],
			description: 'What the avatar does with the text. In an expression: 2 (answer), 1 (repeat).',
		}),
		promptContent: build.optionalText('Role', {
			typeOptions: { rows: 3 },
			displayOptions: whenAnswering,
			placeholder: 'e.g. You are a guide in a museum of clocks.',
			description: 'Who the avatar is and what it knows, as text or as the URL of a PDF',
		}),
		promptFrom: build.choice('Role Format', {
			default: 'text',
			displayOptions: whenAnswering,
			options: [
				{ name: 'PDF Link', value: 'url', description: 'Role is the URL of a PDF of at most 50 MB' },
				{ name: 'Text', value: 'text', description: 'Role is the description itself' },
			],
			description: 'Whether Role describes the avatar, or is the URL of a PDF that does',
		}),
		voiceId: build.optionalId('Voice', {
			from: 'searchVoices',
			whenEmpty: "The avatar's own",
			description: "A voice by its name or voice_id. Empty means the avatar's own voice.",
		}),
		language: build.optionalId('Language', {
			from: 'searchLanguages',
			whenEmpty: 'Default',
			description: 'The language of the avatar, as a name or a code such as de',
		}),
		sessionId,
		clientChatRoomUrl: build.parameter('string', build.optional(webSocketUrl), 'Client Chat Room URL', {
			placeholder: 'e.g. wss://…/client_1',
			description: `The address to connect to. ${FROM_ITEM}`,
		}),
		serverChatRoomUrl: build.parameter('string', build.optional(serverUrl), 'Server Chat Room URL', {
			placeholder: 'e.g. wss://…/server_1',
			description: `The address that ends in the ID of the server. ${FROM_ITEM}`,
		}),
		answerTimeout: build.numberOrDefault('Answer Timeout (Seconds)', {
			default: 60,
			above: 0,
			typeOptions: { minValue: 1 },
			description: 'How long to wait for the first part of the answer, more than 0',
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
	read({ options: { promptFrom: from, promptContent: content, ...options }, ...given }, context) {
		if (content === undefined || options.modeType === 1) {
			return { ...given, options: { ...options, prompt: undefined } };
		}
		const address = () => build.readAt(build.urlSchema, content, context, () => ['options', 'promptContent']);
		const prompt = { from, content: from === 'url' ? address() : content };
		return { ...given, options: { ...options, prompt } };
	},
	async begin(tools) {
		// Read separately, so that the session is closed even when another parameter is wrong.
		const given = (name: string): unknown =>
			tools.context.getNodeParameter(name, tools.item, null, { skipValidation: true });
		try {
			if (build.flagSchema(false).safeParse(given('closeWhenDone')).data !== true) return;
			const id = sessionOf(given('options.sessionId'), tools);
			if (id !== undefined) await closeAtEnd(id, tools);
		} catch {
			// The expression can't be evaluated, so the session is unknown.
		}
	},
	async call({ question, closeWhenDone, options }, tools) {
		const { simplify, messageId = randomUUID(), voiceId, language, answerTimeout, quietTime } = options;
		const id = sessionOf(options.sessionId, tools);
		if (closeWhenDone && id === undefined) {
			const message = 'Session ID is empty, and Close When Done needs it';
			throw build.wrongField('Session ID', message, 'Fill in the id from the output of Create.');
		}
		const streamUrls = await roomUrlsOf(options, id, tools);
		const { at } = timeLimitOf(tools.context);
		// A minute before n8n's time limit, or at half of the time left, so that the closing still fits.
		const lastAt = at - Math.min(60_000, (at - tools.environment.now()) / 2);
		const room = await roomOf(streamUrls.clientChatRoomUrl, tools);
		const to = serverIdOf(streamUrls.serverChatRoomUrl);
		const endsAt = Math.min(tools.answerBy(), lastAt);
		const { answer, record, isCut } = await room.ask(async () => {
			const payload = JSON.stringify({
				message_id: messageId,
				voice_id: voiceId && (await entryIn(VOICES, 'Voice', voiceId, tools)).id,
				mode_type: options.modeType,
				question,
				language: language && (await entryIn(LANGUAGES, 'Language', language, tools)).id,
				prompt: options.prompt,
			});
			const message = JSON.stringify({ type: 'chat', to, payload });
			const asked = { question, messageId, message, sessionId: id, closeWhenDone };
			return { ...asked, answerTimeout, quietTime, endsAt };
		});
		const open = `${staysOpen(id)}. After your last question run Session › Close`;
		if (!closeWhenDone) await tools.once(`open ${id}`, async () => hint(tools.context, open));
		return {
			...{ question, answer, messageId, ...(isCut && { timedOut: true }), ...(id && { sessionId: id }) },
			...((!simplify || !isTool(tools.context)) && { streamUrls }),
			...(!simplify && { record }),
		};
	},
});

const roomUrls = z.object({ clientChatRoomUrl: webSocketUrl, serverChatRoomUrl: serverUrl });
const streamItem = z.object({ streamUrls: z.record(z.unknown()) }).catch({ streamUrls: {} });

/** With the other addresses of the item, if its room is asked. Else the session is read. @throws Failure */
async function roomUrlsOf(given: Partial<z.output<typeof roomUrls>>, id: string | undefined, tools: Tools) {
	const isOfItem = [id, undefined].includes(sessionOf(undefined, tools));
	const item = isOfItem ? tools.context.getInputData()[tools.item]?.json : undefined;
	const { streamUrls: ofItem } = streamItem.parse(item);
	const isWhole = roomUrls.keyof().options.every((name) => (given[name] ?? ofItem[name]) !== undefined);
	const streamUrls = isWhole || id === undefined ? ofItem : { ...(await addressesOf(id, tools)), ...ofItem };
	const named = { ...streamUrls, ...withoutAbsent(given) };
	const { data, error } = roomUrls.safeParse(named, { errorMap: build.errorMap });
	if (data) return { ...(named.clientChatRoomUrl === streamUrls.clientChatRoomUrl && streamUrls), ...data };
	const why = error.issues.map(({ path, message }) => `streamUrls.${path.join('.')} ${message}`);
	const advice =
		id === undefined
			? 'Give the id of a session in Options › Session ID, or connect Session › Create before this node'
			: `Wait until the session ${id} streams, or create a new session`;
	const description = `${advice}. In the item, ${why.join(', and ')}.`;
	throw build.wrongField('Session ID', 'The input item has no chat room to ask in', description, { id });
}
