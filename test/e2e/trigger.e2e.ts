import { randomUUID } from 'node:crypto';
import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { line, locator, ours, passOn, start } from './line';
import { endedRuns, run } from './runs';

const { play } = useInstalled({ emulator: { jobMs: 1500, callbacks: { retryMs: 1000, maxTries: 12 } } });

test('a trigger that listens for a test event gets the next result', async () => {
	const { client, credential, emulator, server } = play();
	const webhookId = randomUUID();
	const trigger = ours('Done', 'mediaGenerationTrigger', credential, {}, { webhookId });
	const workflow = await client.createWorkflow(line([trigger, passOn('After')]));
	expect(await client.run(workflow, 'Done')).toBeUndefined();
	const media = (name: string) => locator('url', `${emulator.mediaUrl}/${name}`);
	const swap = ours('Swap', 'faceSwap', credential, {
		modifyImage: media('people-1.png'),
		sourcePicture: media('portrait-ada.png'),
		waitForCompletion: false,
		webhookUrl: `${server().baseUrl}/webhook-test/${webhookId}/callback`,
		options: { reference: 'order 7' },
	});
	const [made] = itemsOf(await run(play(), line([start, swap])), 'Swap');
	const [execution] = await endedRuns(play(), workflow, 1);
	expect(execution?.mode).toBe('manual');
	expect(itemsOf(execution!, 'After').map(({ json }) => json)).toMatchObject([
		{ id: made?.json.id, event: 'completed', reference: 'order 7' },
	]);
});
