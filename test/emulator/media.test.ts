import type { Emulator } from './index';
import { frozen, signedIn } from './support/client';

describe('sample media', () => {
	let emulator: Emulator;
	beforeAll(async () => {
		({ emulator } = await signedIn(frozen));
	});
	afterAll(() => emulator.close());

	const get = (name: string, init?: RequestInit) => fetch(`${emulator.mediaUrl}/${name}`, init);

	it.each([
		['people-3.png', 'image/png', '\x89PNG'],
		['portrait-ada.png', 'image/png', '\x89PNG'],
		['photo.jpg', 'image/jpeg', '\xff\xd8'],
		['short.mp4', 'video/mp4', '\0\0\0'],
		['tone.mp3', 'audio/mpeg', 'ID3'],
		['tone.wav', 'audio/wav', 'RIFF'],
		['notes.txt', 'text/plain; charset=utf-8', 'Just'],
		['page.html', 'text/html; charset=utf-8', '<!doctype'],
	])('has %s as %s', async (name, type, start) => {
		const answer = await get(name);
		expect(answer.headers.get('content-type')).toBe(type);
		expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(new RegExp(`^${start}`));
	});

	it('needs no token, and answers 404 for what is not there', async () => {
		expect([(await get('nothing.png')).status, (await get('people-99.png')).status]).toEqual([404, 404]);
	});

	it('streams files of any size', async () => {
		expect((await get('large-200mb.mp4', { method: 'HEAD' })).headers.get('content-length')).toBe(
			'209715200',
		);
		const answer = await get('large-3mb.bin');
		expect([(await answer.arrayBuffer()).byteLength, answer.headers.get('content-type')]).toEqual([
			3 * 1024 * 1024,
			'application/octet-stream',
		]);
	});

	it('takes names, types, redirects and statuses from the query', async () => {
		const named = await get('short.mp4?name=my%20clip.mp4&type=none');
		expect(named.headers.get('content-disposition')).toBe('attachment; filename="my clip.mp4"');
		expect(named.headers.get('content-type')).toBeNull();
		expect((await get('short.mp4?type=text/plain')).headers.get('content-type')).toBe('text/plain');
		expect((await get('short.mp4?status=410')).status).toBe(410);
		expect((await get('tone.mp3?redirect=2&name=a.mp3')).headers.get('content-disposition')).toContain(
			'a.mp3',
		);
		expect((await get('tone.mp3?redirect=1', { redirect: 'manual' })).status).toBe(302);
	});

	it('sends in slow pieces, without a length, or breaks off', async () => {
		const slow = await get('notes.txt?chunkMs=1&chunked=1');
		expect([slow.headers.get('content-length'), await slow.text()]).toEqual([null, 'Just a text.\n']);
		await expect((await get('short.mp4?cutAfter=100')).arrayBuffer()).rejects.toThrow();
	});

	it('lets a link expire after seven days', async () => {
		const link = `short.mp4?issued=${emulator.now()}`;
		expect((await get(link)).status).toBe(200);
		emulator.advance(7 * 24 * 3600 * 1000 + 1);
		expect((await get(link)).status).toBe(403);
	});
});
