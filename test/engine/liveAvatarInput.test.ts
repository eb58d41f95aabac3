import type { INodeParameters } from 'n8n-workflow';
import { ask, liveChat, questions } from './liveAvatarSetup';

const live = liveChat();

describe('wrong input is named as on the screen, before anything is sent', () => {
	test.each<[INodeParameters, string]>([
		[
			{ clientChatRoomUrl: 'https://example.com/a' },
			'Client Chat Room URL must be one whole address that starts with wss:// or ws://, but "https://example.com/a" was given',
		],
		[
			{ clientChatRoomUrl: '={{ $json.missing.url }}' },
			'Client Chat Room URL must be filled in, but nothing was given',
		],
		[{ serverChatRoomUrl: 'server_1' }, 'Server Chat Room URL must be one whole address'],
		[{ serverChatRoomUrl: 'ws://example.com/' }, 'Server Chat Room URL must end in the ID of the server'],
		[
			{ serverChatRoomUrl: 'ws://example.com/client_1' },
			'Server Chat Room URL must end in the ID of the server',
		],
		[{ question: '={{ " " }}' }, 'Question must be filled in'],
		[{ modeType: '={{ 3 }}' }, 'Mode must be one of 1 (Repeat the Text), 2 (Talk), but 3 was given'],
		[
			{ promptFrom: '={{ "pdf" }}', promptContent: 'A guide' },
			'Role From must be one of text, url, but "pdf" was given',
		],
		[
			{ promptFrom: 'url', promptContent: 'role.pdf' },
			'Role must be the address of a PDF that starts with https:// or http://, but "role.pdf" was given',
		],
		[{ voiceId: '={{ [1] }}' }, 'Voice must be a text'],
		[{ language: '={{ {a: 1} }}' }, 'Language must be a text'],
		[{ sessionId: '={{ true }}' }, 'Session ID must be a text'],
		[{ closeWhenDone: '={{ "later" }}' }, 'Close When Done must be true or false, but "later" was given'],
		[{ options: { answerTimeout: 0 } }, 'Answer Timeout (Seconds) must be more than 0, but 0 was given'],
		[{ options: { quietTime: -2 } }, 'Quiet Time (Seconds) must be more than 0, but -2 was given'],
		[{ options: { messageId: '={{ {} }}' } }, 'Message ID must be a text'],
	])('%j', async (parameters, message) => {
		const session = await live.open();
		const { error } = await live.engine.run(ask(parameters), { input: questions(session, 'Hi') });
		expect(error?.message).toContain(message);
		expect(live.emulator.chats).toEqual([]);
		expect(live.emulator.requests).toEqual([]);
	});
});

test('the voices and languages are searchable', async () => {
	const voices = await live.engine.searchList('liveAvatar', 'searchVoices');
	const languages = await live.engine.searchList('liveAvatar', 'searchLanguages', { filter: 'german' });
	expect(voices.results.length).toBeGreaterThan(0);
	expect(languages.results.map(({ value }) => value)).toEqual(['de']);
});
