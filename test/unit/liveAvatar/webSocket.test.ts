import { openConnection } from '../../../nodes/LiveAvatar/chat/connection';

/* An n8n that does not bring `ws`. */
jest.mock('ws', () => {
	throw new Error("Cannot find module 'ws'");
});

const environment = { now: () => 0, sleep: jest.fn() };

test('without ws a question says what is missing, and the files of the chat load all the same', async () => {
	await expect(openConnection('ws://127.0.0.1:1', { handshakeTimeoutMs: 1000 }, environment)).rejects.toThrow(
		"Cannot find module 'ws'",
	);
	expect(environment.sleep).not.toHaveBeenCalled();
});
