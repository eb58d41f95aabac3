import { openConnection } from '../../../nodes/LiveAvatar/chat/connection';

/* An n8n that does not bring `ws`. */
jest.mock('ws', () => {
	throw new Error("Cannot find module 'ws'");
});

const listener = { opened: jest.fn(), message: jest.fn(), ended: jest.fn() };
const limits = { handshakeTimeoutMs: 1000, maxPayloadBytes: 1000 };

test('without ws a question says what is missing, and the files of the chat load all the same', () => {
	expect(() => openConnection('ws://127.0.0.1:1', limits, listener)).toThrow(
		'Send Message needs the package ws, and this n8n does not bring it',
	);
	expect(listener.ended).not.toHaveBeenCalled();
});
