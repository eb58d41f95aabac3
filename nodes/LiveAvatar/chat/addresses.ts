/** Whether a text is the address of a WebSocket; such an address has no fragment. */
export function isWebSocketUrl(text: string): boolean {
	return URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol) && !text.includes('#');
}

/**
 * The server id that chat messages are addressed to: the last path segment of the server's chat room URL, without a
 * trailing `.chat` (field notes: Live avatar). Undefined when the path is empty.
 */
export function serverIdOf(serverChatRoomUrl: string): string | undefined {
	if (!URL.canParse(serverChatRoomUrl)) return undefined;
	const segments = new URL(serverChatRoomUrl).pathname.split('/').filter((segment) => segment !== '');
	return segments.at(-1)?.replace(/\.chat$/, '') || undefined;
}

/** Where a chat room is, without what may be secret in its address. */
export function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : 'its address';
}
