import { PNG } from 'pngjs';
import { credentialFor, packageNodes } from '../n8n/play';
import { CREDENTIAL_TYPE } from '../n8n/examples';
import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { line, locator, ours, PACKAGE, rows, start, passOn } from './line';
import { begin, contentOf, endedRuns, PATIENCE, run } from './runs';

/* What has to hold on every version of n8n that people run. */

const { play } = useInstalled({
	emulator: { jobMs: 1500, callbacks: { retryMs: 1000, maxTries: 12 } },
	env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
});
const media = (name: string) => locator('url', `${play().emulator.mediaUrl}/${name}`);
const swap = (parameters: Record<string, unknown> = {}) =>
	ours('Swap', 'faceSwap', play().credential, {
		modifyImage: media('people-1.png'),
		sourcePicture: media('portrait-ada.png'),
		// The pictures of the emulator take their time to draw.
		downloadResult: false,
		...parameters,
	});

test('every node of the package is loaded under its name', async () => {
	const loaded = (await play().client.nodeTypes()).map(({ name }) => name);
	for (const type of (await packageNodes()).types) expect(loaded).toContain(type);
});

test('the editor gets the fields of every operation before it has run', async () => {
	for (const path of [
		'faceSwap/1.0.0/faceSwap/swapImage',
		'faceMapper/1.0.0',
		'liveAvatar/1.0.0/chat/sendMessage',
	]) {
		const answer = await play().client.session.raw('GET', `/schemas/${PACKAGE}.${path}.json`);
		expect([path, answer.status]).toEqual([path, 200]);
		expect(await answer.json()).toMatchObject({ type: 'object', properties: expect.any(Object) });
	}
});

test('a good credential passes the test', async () => {
	const { client, credential, emulator } = play();
	const answer = await client.testCredential(credential, CREDENTIAL_TYPE, credentialFor(emulator));
	expect(answer).toEqual({ status: 'OK', message: 'Connection successful!' });
});

test('a wrong secret does not', async () => {
	const { client, credential, emulator } = play();
	const data = { ...credentialFor(emulator), clientSecret: 'wrong-secret-wrong-secret-123456' };
	const answer = await client.testCredential(credential, CREDENTIAL_TYPE, data);
	expect(answer.status).toBe('Error');
	expect(answer.message).toContain('does not accept the Client ID and the Client Secret');
});

test('a face is swapped, and the file is there', async () => {
	const execution = await run(play(), line([start, swap({ downloadResult: true })]));
	expect(execution.status).toBe('success');
	const [item] = itemsOf(execution, 'Swap');
	expect(item?.json).toMatchObject({ kind: 'faceSwap', status: 'completed' });
	const { width } = PNG.sync.read(await contentOf(play(), item));
	expect(width).toBeGreaterThan(0);
});

test('a batch of 20 comes out in order, each paid for once', async () => {
	const { jobs } = play().emulator;
	const before = jobs.created().length;
	const nodes = [start, rows(20), swap({ options: { reference: '=row {{ $json.row }}' } })];
	const execution = await run(play(), line(nodes));
	expect(execution.status).toBe('success');
	const items = itemsOf(execution, 'Swap').map(({ json }) => json);
	expect(items.map(({ reference }) => reference)).toEqual(
		Array.from({ length: 20 }, (_, row) => `row ${row}`),
	);
	expect(items.map(({ status }) => status)).toEqual(Array(20).fill('completed'));
	expect(new Set(items.map(({ id }) => id)).size).toBe(20);
	expect(jobs.created()).toHaveLength(before + 20);
});

test('a failed item goes to the error output with its ids, and the others to the first', async () => {
	play().emulator.jobs.next({ status: 4, reason: 'the picture is too small' });
	const node = swap({ options: { maxConcurrent: 1 } });
	const nodes = [start, rows(3), { ...node, onError: 'continueErrorOutput' }];
	const execution = await run(play(), line([...nodes, passOn('After')]));
	expect(itemsOf(execution, 'Swap')).toHaveLength(2);
	expect(itemsOf(execution, 'Swap', 1).map(({ json }) => json)).toMatchObject([
		{
			row: 0,
			error: expect.stringContaining('the picture is too small'),
			details: { id: expect.any(String), status: 'failed', submitted: 'yes' },
		},
	]);
});

test('a node whose key pair is refused says so, and creates nothing', async () => {
	const { client, emulator } = play();
	const data = { ...credentialFor(emulator), clientSecret: 'wrong-secret-wrong-secret-123456' };
	const credential = await client.createCredential('Refused', CREDENTIAL_TYPE, data);
	const before = emulator.jobs.created().length;
	const node = { ...swap(), credentials: { [CREDENTIAL_TYPE]: credential } };
	const execution = await run(play(), line([start, node]));
	expect(execution.status).toBe('error');
	const { message } = execution.data.resultData.error ?? {};
	expect(message).toContain('does not accept the Client ID and the Client Secret');
	expect(emulator.jobs.created()).toHaveLength(before);
});

test('an avatar answers a question', async () => {
	const { credential } = play();
	const session = ours('Session', 'liveAvatar', credential, {
		resource: 'session',
		operation: 'create',
		avatarId: locator('id', 'Ada_1080P_back'),
	});
	const question = ours('Question', 'liveAvatar', credential, {
		resource: 'chat',
		operation: 'sendMessage',
		clientChatRoomUrl: '={{ $json.streamUrls.clientChatRoomUrl }}',
		serverChatRoomUrl: '={{ $json.streamUrls.serverChatRoomUrl }}',
		question: 'Who are you?',
		sessionId: '={{ $json.id }}',
		closeWhenDone: true,
	});
	const execution = await run(play(), line([start, session, question]));
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(itemsOf(execution, 'Question').map(({ json }) => json)).toMatchObject([
		{ question: 'Who are you?', answer: expect.stringMatching(/./) },
	]);
});

test('a dropdown lists what the service has', async () => {
	const { results } = await play().client.dropdown({
		nodeType: (await packageNodes()).name + '.videoTranslation',
		method: 'searchLanguages',
		path: 'parameters.language',
		credentials: { [CREDENTIAL_TYPE]: play().credential },
		parameters: { resource: 'translation', operation: 'create' },
	});
	expect(results.length).toBeGreaterThan(1);
});

test('the trigger starts a run for a job that is done', async () => {
	const { client, credential, emulator, server } = play();
	const webhookId = '6f1c2a8e-0d51-4a52-9a0e-1f6b1d3c5e01';
	const trigger = ours('Done', 'mediaGenerationTrigger', credential, {}, { webhookId });
	const receiving = await client.createWorkflow(line([trigger, passOn('After')]));
	await client.activate(receiving);
	const webhookUrl = `${server().baseUrl}/webhook/${webhookId}/callback`;
	const parameters = { waitForCompletion: false, webhookUrl, options: { reference: 'order 7' } };
	const submitted = await run(play(), line([start, swap(parameters)]));
	const [job] = itemsOf(submitted, 'Swap');
	const [received] = await endedRuns(play(), receiving, 1);
	expect(itemsOf(received!, 'After').map(({ json }) => json)).toMatchObject([
		{ id: job?.json.id, event: 'completed', status: 'completed', reference: 'order 7' },
	]);
	expect(emulator.callbacks.delivered.filter(({ httpStatus }) => httpStatus === 200)).not.toEqual([]);
	await client.deactivate(receiving.id);
});

test('a wait for callbacks is stored, and goes on with all items', async () => {
	play().emulator.jobs.next({ status: 3, jobMs: 12_000 }, { times: 3 });
	const nodes = [start, rows(3), swap({ waitOptions: { waitUsing: 'callback' } }), passOn('After')];
	const id = await begin(play(), line(nodes));
	await play().client.waitForExecution(id, ['waiting'], PATIENCE);
	const execution = await play().client.waitForExecution(id, undefined, PATIENCE);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'After').map(({ json }) => json.status)).toEqual(Array(3).fill('completed'));
});

test('a run that is parked between looks goes on by the clock of n8n', async () => {
	play().emulator.jobs.next({ status: 3, jobMs: 20_000 }, { times: 2 });
	const nodes = [start, rows(2), swap({ waitOptions: { storeAfter: 0 } }), passOn('After')];
	const id = await begin(play(), line(nodes));
	await play().client.waitForExecution(id, ['waiting'], PATIENCE);
	const execution = await play().client.waitForExecution(id, undefined, 2 * PATIENCE);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'After').map(({ json }) => json.status)).toEqual(Array(2).fill('completed'));
});
