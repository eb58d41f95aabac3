import { parseUrl } from '../../shared/service/urls';

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
