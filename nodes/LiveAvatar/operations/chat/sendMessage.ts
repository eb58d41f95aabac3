import { randomUUID } from 'crypto';
import { z } from 'zod/v3';
import { callOperation } from '../../../shared/operation/define';
import { ItemFailure } from '../../../shared/operation/failure';
import { flag } from '../../../shared/operation/inputs';
import { isObject } from '../../../shared/service/values';
import { serverIdOf } from '../../chat/addresses';
import type { chatOf as ChatOf } from '../../chat/chat';
import { chatOptions, chatParameters, roleOf } from '../../chatParameters';
import { sessionOf } from '../../session';

/** Asks the avatar of a session something, and waits for its answer (service.md: Live avatar chat). */
export const sendMessage = callOperation({
	value: 'sendMessage',
	name: 'Send Message',
	action: 'Send a message to a live avatar',
	description:
		'Ask the avatar of a session that streams something and get its answer in words, or let it say a text. It needs the streamUrls that the creation of the session gave.',
	parameters: chatParameters,
	options: chatOptions,
	read: (given, context) => ({ ...given, prompt: roleOf(given, context) }),
	async begin(tools) {
		// Read separately, so that the session is closed even when another parameter is wrong.
		const given = (name: string): unknown =>
			tools.context.getNodeParameter(name, tools.item, null, { skipValidation: true });
		let sessionId: string | undefined;
		try {
			if (flag(false).safeParse(given('closeWhenDone')).data !== true) return;
			sessionId = sessionOf(given('sessionId'), tools);
		} catch {
			// An expression that can't be evaluated: which session it means is unknown.
			return;
		}
		if (sessionId !== undefined) (await chatOf(tools)).closeAtEnd(sessionId);
	},
	async call(input, tools) {
		const { clientChatRoomUrl, question, voiceId, language, modeType: mode, options } = input;
		const sessionId = sessionOf(input.sessionId, tools);
		if (input.closeWhenDone && sessionId === undefined) {
			throw new ItemFailure('Session ID must be filled in to close the session, but nothing was given', {
				description:
					'Take it from the id that Create puts out (the field is shown by Options › More Fields), or turn off Close When Done.',
			});
		}
		const { messageId = randomUUID(), answerTimeout, quietTime } = options;
		const to = serverIdOf(input.serverChatRoomUrl) ?? '';
		const asked = { messageId, question, modeType: mode, voiceId, language, prompt: input.prompt, to };
		const chat = await chatOf(tools);
		const room = { clientChatRoomUrl, sessionId };
		const { answer, record } = await chat.ask(room, asked, { answerTimeout, quietTime });
		const urls = { clientChatRoomUrl, serverChatRoomUrl: input.serverChatRoomUrl };
		return {
			question,
			answer,
			messageId,
			...(sessionId !== undefined && { sessionId }),
			streamUrls: {
				...pullUrlOf(tools.context.getInputData()[tools.item]?.json, clientChatRoomUrl),
				...urls,
			},
			...(!input.simplify && { record }),
		};
	},
});

/** Loaded with the first question: the description of the node does not need it. */
const chatOf: typeof ChatOf = async (tools) => await (await import('../../chat/chat')).chatOf(tools);

const streamItem = z.object({
	streamUrls: z.object({ clientPullStreamUrl: z.string(), clientChatRoomUrl: z.string() }),
});

/** The address of the stream, where the input item tells it of this very session. */
function pullUrlOf(json: unknown, clientChatRoomUrl: string): { clientPullStreamUrl?: string } {
	const item = streamItem.safeParse(isObject(json) ? json : {});
	if (!item.success || item.data.streamUrls.clientChatRoomUrl !== clientChatRoomUrl) return {};
	return { clientPullStreamUrl: item.data.streamUrls.clientPullStreamUrl };
}
