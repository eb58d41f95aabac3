import { randomUUID } from 'node:crypto';
import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { line, locator, ours, passOn, rows, start } from './line';
import { endedRuns, run, until } from './runs';

const { play } = useInstalled({
	emulator: { jobMs: 1500, callbacks: { retryMs: 1000, maxTries: 12 } },
});
beforeEach(() => {
	Object.assign(play().emulator.callbacks.settings, { repeat: 1, forged: false });
});

/** Saves a workflow that starts with the trigger, and returns it with both addresses. */
async function receiver() {
	const { client, credential, server } = play();
	const webhookId = randomUUID();
	const trigger = ours('Done', 'mediaGenerationTrigger', credential, {}, { webhookId });
	const workflow = await client.createWorkflow(line([trigger, passOn('After')]));
	const at = (kind: string) => `${server().baseUrl}/${kind}/${webhookId}/callback`;
	return { workflow, production: at('webhook'), testUrl: at('webhook-test') };
}

/** Makes swaps whose callbacks go to an address, and returns their IDs. */
async function submit(webhookUrl: string, count = 1): Promise<unknown[]> {
	const { credential, emulator } = play();
	const media = (name: string) => locator('url', `${emulator.mediaUrl}/${name}`);
	const swap = ours('Swap', 'faceSwap', credential, {
		modifyImage: media('people-1.png'),
		sourcePicture: media('portrait-ada.png'),
		waitForCompletion: false,
		webhookUrl,
		options: { reference: '=row {{ $json.row }}' },
	});
	const execution = await run(play(), line([start, rows(count), swap]));
	expect(execution.status).toBe('success');
	return itemsOf(execution, 'Swap').map(({ json }) => json.id);
}

test('a trigger that listens for a test event gets the next result', async () => {
	const { workflow, testUrl } = await receiver();
	expect(await play().client.run(workflow, 'Done')).toBeUndefined();
	const [id] = await submit(testUrl);
	const [execution] = await endedRuns(play(), workflow, 1);
	expect(execution?.mode).toBe('manual');
	expect(itemsOf(execution!, 'After').map(({ json }) => json)).toMatchObject([
		{ id, event: 'completed', reference: 'row 0' },
	]);
});

test('in production each job starts one run, also when callbacks are repeated or forged', async () => {
	Object.assign(play().emulator.callbacks.settings, { repeat: 3, forged: true });
	const { workflow, production } = await receiver();
	await play().client.activate(workflow);
	const before = play().emulator.callbacks.delivered.length;
	const ids = await submit(production, 5);
	const executions = await endedRuns(play(), workflow, 5);
	// Each job sends two callbacks, each of them three times, and each time after two forged callbacks.
	await until('all deliveries', () =>
		play().emulator.callbacks.delivered.length >= before + 5 * 2 * 3 ? true : undefined,
	);
	expect(await play().client.executions({ workflowId: workflow.id })).toHaveLength(5);
	const received = executions.flatMap((execution) => itemsOf(execution, 'After').map(({ json }) => json));
	expect(new Set(received.map(({ id }) => id))).toEqual(new Set(ids));
	const forged = play().emulator.callbacks.delivered.filter(({ variant }) => variant === 'forged');
	expect(forged.length).toBeGreaterThan(0);
	expect(forged.map(({ httpStatus }) => httpStatus)).toEqual(forged.map(() => 401));
});
