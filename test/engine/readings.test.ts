import { byId, setUp } from '../support/bench';
import { swapParameters } from '../support/workflow';

/* Each reading in service.md that the emulator can switch loses nothing, and reports nothing false. */

const bench = setUp({ jobMs: 400, live: { startMs: 0, completed: 'open' } });
const generate = bench.runner('imageGeneration', 'image.generate', { prompt: 'A lake' });
const translate = bench.runner('videoTranslation', 'translation.create', {
	video: 'https://example.com/talk.mp4',
	sourceLanguage: byId('en'),
	language: byId('de'),
});
const swap = bench.runner('faceSwap', 'faceSwap.swapImage', swapParameters());

test('an ID that is a number of 20 digits keeps its digits from the create to the result', async () => {
	bench.emulator.shapes.ids = 'number';
	for (const make of [generate, translate, swap]) {
		const [item] = await make();
		expect(item).toMatchObject({ id: expect.stringMatching(/^\d{20}$/), status: 'completed' });
		expect(bench.created.map(({ id }) => id)).toContain(item?.id);
	}
});

test('a session with status 3 and stream addresses is usable until it is closed', async () => {
	const [session] = await bench.runner('liveAvatar', 'session.create', {
		avatarId: byId('Ada_1080P_back'),
	})();
	expect(session).toMatchObject({
		status: 'streaming',
		reason: expect.stringContaining('Completed (3), but with a stream'),
		streamUrls: { clientChatRoomUrl: expect.any(String) },
	});
	expect(bench.emulator.openSessions()).toContain(session?.id);
	const close = bench.runner('liveAvatar', 'session.close');
	expect(await close({}, [{ id: session?.id }])).toMatchObject([{ success: true }]);
	const get = bench.runner('liveAvatar', 'session.get');
	const [later] = await get({ sessionId: byId(String(session?.id)) });
	expect(later).toMatchObject({ status: 'closed' });
	expect(later).not.toHaveProperty('reason');
});
