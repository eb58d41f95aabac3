import { z } from 'zod/v3';
import { locator, type Asked, type Scene } from './call';

const avatarId = 'Ada_1080P_back';
const record = z.object({
	_id: z.string(),
	stream_urls: z.object({ client_chat_room_url: z.string(), server_chat_room_url: z.string() }),
});
const session = async ({ make }: Scene) =>
	record.parse(await make('/liveAvatar/session/create', { avatar_id: avatarId }));
const named = (operation: string, path: string, more: Pick<Asked, 'part' | 'gives'>): Asked => ({
	name: `session.${operation}`,
	path: `/session/${path}`,
	parameters: async (scene) => ({ sessionId: (await session(scene))._id }),
	sent: (_scene, { sessionId }) => ({ id: sessionId }),
	...more,
});

/** Requests of Live Avatar, and its chat. */
export const liveCalls: Asked[] = [
	{
		name: 'session.create',
		path: '/session/create',
		part: 'body',
		parameters: ({ hook }) => ({
			...{ avatarId: locator(avatarId), waitForCompletion: false, webhookUrl: hook },
		}),
		sent: ({ hook }) => ({ avatar_id: avatarId, webhookUrl: hook }),
	},
	named('get', 'detail', { part: 'query', gives: ([item]) => item?.status === 'streaming' }),
	named('pause', 'pause', { part: 'body' }),
	named('close', 'close', { part: 'body' }),
	{
		name: 'session.getAll',
		path: '/session/list',
		part: 'query',
		async parameters(scene) {
			await session(scene);
			scene.emulator.live.startMs = 60_000;
			await session(scene);
			return { returnAll: true, filters: { status: 1 } };
		},
		// The list ends with the second page, which is empty.
		sent: () => ({ page: '2', size: '100', status: '1' }),
		gives: (items) => items.length === 1,
	},
	...(['text', 'url'] as const).map((from): Asked => {
		const content = from === 'text' ? 'a pirate' : 'https://example.com/role.pdf';
		return {
			name: `chat.sendMessage with a role by ${from}`,
			path: '/chat',
			part: 'message',
			async parameters(scene) {
				const { stream_urls: urls } = await session(scene);
				return {
					clientChatRoomUrl: urls.client_chat_room_url,
					serverChatRoomUrl: urls.server_chat_room_url,
					...{ question: 'Who?', modeType: 2, promptFrom: from, promptContent: content },
					...{ voiceId: locator('voice-amy'), language: locator('de') },
					options: { messageId: 'm1', answerTimeout: 1, quietTime: 0.2 },
				};
			},
			sent: (_scene, { serverChatRoomUrl }) => ({
				type: 'chat',
				to: String(serverChatRoomUrl).split('/').pop(),
				payload: {
					...{ message_id: 'm1', question: 'Who?', mode_type: 2, prompt: { from, content } },
					...{ voice_id: 'voice-amy', language: 'de' },
				},
			}),
			gives: ([item]) => String(item?.answer).includes(content),
		};
	}),
];
