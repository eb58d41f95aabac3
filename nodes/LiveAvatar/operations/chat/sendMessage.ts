import { randomUUID } from 'crypto';
import { z } from 'zod/v3';
import { defineCall } from '../../../shared/operation/defineOperation';
import { ItemFailure } from '../../../shared/operation/failure';
import { flagSchema } from '../../../shared/operation/parameters/schemas';
import type { chatOf as ChatOf } from '../../chat/chat';
import { chatOptions, chatParameters, roleOf, serverIdOf } from '../../chatParameters';
import { sessionOf } from '../../session';

/** Asks the avatar of a session something, and waits for its answer (service.md: Live avatar chat). */
export const sendMessage = defineCall({
	value: 'sendMessage',
	name: 'Send Message',
	action: 'Ask a live avatar or have it say a text',
	description:
		'Ask the avatar of a session that streams something and get its answer in words, or let it say a text. It needs the streamUrls that the creation of the session gave.',
	parameters: chatParameters,
	options: chatOptions,
	read: (given, context) => ({ ...given, prompt: roleOf(given, context) }),
	async begin(tools) {
		// Read separately, so that the session is closed even when another parameter is wrong.
		const given = (name: string): unknown =>
			tools.context.getNodeParameter(name, tools.item, null, { skipValidation: true });
		try {
			if (flagSchema(false).safeParse(given('closeWhenDone')).data !== true) return;
			const sessionId = sessionOf(given('sessionId'), tools);
			if (sessionId !== undefined) (await chatOf(tools)).closeAtEnd(sessionId);
		} catch {
			// An expression that can't be evaluated: which session it means is unknown.
		}
	},
	async call({ closeWhenDone, options, ...input }, tools) {
		const { clientChatRoomUrl, serverChatRoomUrl, question, voiceId, language, modeType, prompt } = input;
		const sessionId = sessionOf(input.sessionId, tools);
		if (closeWhenDone && sessionId === undefined) {
			throw new ItemFailure('Session ID must be filled in to close the session, but nothing was given', {
				description: 'Take it from the id that Create puts out or turn off Close When Done.',
			});
		}
		const { messageId = randomUUID(), answerWithin, answerTimeout, quietTime, simplify } = options;
		const to = serverIdOf(serverChatRoomUrl) ?? '';
		const chat = await chatOf(tools);
		const { answer, record, isCut } = await chat.ask({
			...{ clientChatRoomUrl, sessionId, answerTimeout, quietTime, endsAt: tools.answerBy(answerWithin) },
			question: { messageId, question, modeType, voiceId, language, prompt, to },
		});
		const item = streamItem.safeParse(tools.context.getInputData()[tools.item]?.json).data;
		const isOfItem = item?.streamUrls.clientChatRoomUrl === clientChatRoomUrl;
		return {
			question,
			answer,
			messageId,
			...(isCut && { timedOut: true }),
			...(sessionId !== undefined && { sessionId }),
			streamUrls: { ...(isOfItem && item.streamUrls), clientChatRoomUrl, serverChatRoomUrl },
			...(!simplify && { record }),
		};
	},
});

/** Loaded with the first question: the description of the node does not need it. */
const chatOf: typeof ChatOf = async (tools) => await (await import('../../chat/chat')).chatOf(tools);

/** An item that may tell the address of the stream, too, if it is of this very session. */
const streamItem = z.object({
	streamUrls: z.object({ clientPullStreamUrl: z.string(), clientChatRoomUrl: z.string() }),
});
