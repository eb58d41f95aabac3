import { PNG } from 'pngjs';
import { z } from 'zod/v3';
import { itemsOf } from '../n8n/client';
import { CREDENTIAL_TYPE } from '../n8n/examples';
import { NODE_TYPES } from '../n8n/play';
import { N8N_OLDEST } from '../n8n/recipes';
import { useInstalled, version } from './installed';
import { line, locator, ours, passOn, rows, start, type LineNode } from './line';
import { PACKAGE } from '../support/workflow';
import { begin, contentOf, endedRuns, PATIENCE, publish, run, until } from './runs';

/* These tests have to pass on every version of n8n that people run. */

const { play } = useInstalled({
	emulator: { jobMs: 1500, callbacks: { retryMs: 1000, maxTries: 12 } },
	env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
});
const WRONG_SECRET = 'wrong-secret-wrong-secret-123456';
const REFUSED = 'does not accept the Client ID and the Client Secret';
const media = (name: string) => locator('url', `${play().emulator.mediaUrl}/${name}`);
const swap = (parameters: Record<string, unknown> = {}) =>
	ours('Swap', 'faceSwap', play().credential, {
		modifyImage: media('people-1.png'),
		sourcePicture: media('portrait-ada.png'),
		// The emulator needs time to draw its pictures.
		downloadResult: false,
		...parameters,
	});
const created = () => play().emulator.jobs.created();

test('n8n loads every node, also as a tool, with icons for light and dark screens', async () => {
	const shape = z.array(z.object({ name: z.string(), iconUrl: z.unknown() }).passthrough());
	const listed = async (kind: string) =>
		shape.parse(await (await play().client.session.raw('GET', `/types/${kind}.json`)).json());
	const found = (await listed('nodes')).filter(({ name }) => NODE_TYPES.includes(name.replace(/Tool$/, '')));
	// The trigger and Face Mapper are no tools.
	expect(found).toHaveLength(NODE_TYPES.length * 2 - 2);
	expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(NODE_TYPES));
	const [credential] = (await listed('credentials')).filter(({ name }) => name === CREDENTIAL_TYPE);
	for (const { iconUrl } of [...found, credential!]) {
		const { light, dark } = z.object({ light: z.string(), dark: z.string() }).parse(iconUrl);
		expect(light).not.toBe(dark);
		for (const path of [light, dark])
			expect(await (await play().client.session.raw('GET', `/${path}`)).text()).toContain('<svg');
	}
});

test('the editor gets the fields of an operation before its first run', async () => {
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

test('a credential with a wrong secret fails its test, also right after a test with the correct secret', async () => {
	const { client, credential, emulator, server } = play();
	const tested = async (changes = {}) =>
		await client.testCredential(credential, CREDENTIAL_TYPE, { ...emulator.credential, ...changes });
	const passed = { status: 'OK', message: 'Connection successful!' };
	expect(await tested()).toEqual(passed);
	const refused = { status: 'Error', message: expect.stringContaining(REFUSED) };
	expect(await tested({ clientSecret: WRONG_SECRET })).toEqual(refused);
	expect(await tested()).toEqual(passed);
	expect(server().logs()).not.toContain(WRONG_SECRET);
	expect(server().logs()).not.toContain(emulator.clientSecret);
});

test('the node gives the service the signed address of an image, and downloads the result', async () => {
	const load: LineNode = {
		name: 'Load',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: media('people-1.png').value,
			options: { response: { response: { responseFormat: 'file', outputPropertyName: 'picture' } } },
		},
	};
	const parameters = { modifyImage: locator('binary', 'picture'), downloadResult: true };
	const execution = await run(play(), line([start, load, swap(parameters)]));
	expect(execution.data.resultData.error).toBeUndefined();
	const [item] = itemsOf(execution, 'Swap');
	expect(item?.json).toMatchObject({ kind: 'faceSwap', status: 'completed' });
	expect(PNG.sync.read(await contentOf(play(), item)).width).toBeGreaterThan(0);
	expect(created().at(-1)?.request.modifyImage).toContain('/rest/binary-data/signed');
});

test('a batch of 20 rows returns the items in order, and pays once for each', async () => {
	const before = created().length;
	const nodes = [start, rows(20), swap({ options: { reference: '=row {{ $json.row }}' } })];
	const execution = await run(play(), line(nodes));
	expect(execution.status).toBe('success');
	const items = itemsOf(execution, 'Swap').map(({ json }) => json);
	expect(items.map(({ reference }) => reference)).toEqual(
		Array.from({ length: 20 }, (_, row) => `row ${row}`),
	);
	expect(items.map(({ status }) => status)).toEqual(Array(20).fill('completed'));
	expect(new Set(items.map(({ id }) => id)).size).toBe(20);
	expect(created()).toHaveLength(before + 20);
	// n8n before 2.16 gives a node no custom data.
	if (version === N8N_OLDEST) return;
	expect(Object.values(execution.data.resultData.metadata).join(' ')).toContain(created().at(-1)?.id);
});

test('a failed item leaves by the error output with its IDs, and the others leave by the first output', async () => {
	play().emulator.jobs.next({ status: 4, reason: 'the picture is too small' });
	const node = { ...swap({ limits: { concurrentSubmissions: 1 } }), onError: 'continueErrorOutput' };
	const execution = await run(play(), line([start, rows(3), node, passOn('After')]));
	expect(itemsOf(execution, 'Swap')).toHaveLength(2);
	expect(itemsOf(execution, 'Swap', 1).map(({ json }) => json)).toMatchObject([
		{
			row: 0,
			error: expect.stringContaining('the picture is too small'),
			details: { id: expect.any(String), status: 'failed', submitted: 'yes' },
		},
	]);
});

test('a create that the service took and never answered is in doubt', async () => {
	const before = created().length;
	play().emulator.faults.add({ kind: 'afterTakenReset', match: { path: 'specifyimage' } });
	const execution = await run(play(), line([start, { ...swap(), onError: 'continueRegularOutput' }]));
	expect(itemsOf(execution, 'Swap').map(({ json }) => json.details)).toMatchObject([
		{ submitted: 'unknown' },
	]);
	expect(created()).toHaveLength(before + 1);
});

test('a live avatar answers a question', async () => {
	const live = (name: string, resource: string, operation: string, rest: object) =>
		ours(name, 'liveAvatar', play().credential, { resource, operation, ...rest });
	const session = live('Session', 'session', 'create', { avatarId: locator('id', 'Ada_1080P_back') });
	const question = live('Question', 'chat', 'sendMessage', { question: 'Who are you?', closeWhenDone: true });
	const execution = await run(play(), line([start, session, question]));
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(itemsOf(execution, 'Question').map(({ json }) => json)).toMatchObject([
		{ question: 'Who are you?', answer: expect.stringMatching(/./) },
	]);
});

test('the trigger starts a run for a finished job', async () => {
	const { client, credential, server } = play();
	const webhookId = '6f1c2a8e-0d51-4a52-9a0e-1f6b1d3c5e01';
	const trigger = ours('Done', 'mediaGenerationTrigger', credential, {}, { webhookId });
	const receiving = await publish(play(), line([trigger, passOn('After')]));
	const webhookUrl = `${server().baseUrl}/webhook/${webhookId}/callback`;
	const parameters = { waitForCompletion: false, webhookUrl, options: { reference: 'order 7' } };
	const submitted = await run(play(), line([start, swap(parameters)]));
	const [job] = itemsOf(submitted, 'Swap');
	const [received] = await endedRuns(play(), receiving.id, 1);
	expect(itemsOf(received!, 'After').map(({ json }) => json)).toMatchObject([
		{ id: job?.json.id, event: 'completed', status: 'completed', reference: 'order 7' },
	]);
	await client.deactivate(receiving.id);
});

test.each([
	['a call', { waitMethod: 'callback' }],
	["n8n's clock", { saveAfter: 0 }],
])('a suspended run that is resumed by %s returns all items', async (_by, waitOptions) => {
	play().emulator.jobs.next({ status: 3, jobMs: 3_600_000 }, { times: 3 });
	const id = await begin(play(), line([start, rows(3), swap({ waitOptions }), passOn('After')]));
	await play().client.waitForExecution(id, ['waiting'], PATIENCE);
	play().emulator.jobs.complete();
	const execution = await play().client.waitForExecution(id, undefined, PATIENCE);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'After').map(({ json }) => json.status)).toEqual(Array(3).fill('completed'));
});

test('Stop ends the wait, and Cancel on Stop cancels the jobs at the service', async () => {
	play().emulator.jobs.next({ status: 3, jobMs: 3_600_000 }, { times: 3 });
	const before = created().length;
	const jobs = () => created().slice(before);
	const id = await begin(play(), line([start, rows(3), swap({ waitOptions: { cancelOnStop: true } })]));
	await until('three jobs', () => jobs().length === 3 || undefined);
	await play().client.stopExecution(id);
	const execution = await play().client.waitForExecution(id, undefined, PATIENCE);
	expect(execution.status).toBe('canceled');
	await until(
		'cancelled jobs',
		() => jobs().every(({ cancelledAt }) => cancelledAt !== undefined) || undefined,
	);
});

test('a retried execution and a second run with the same Idempotency Key make no second job', async () => {
	play().emulator.jobs.next({ status: 3, jobMs: 3_600_000 }, { times: 2 });
	const before = created().length;
	for (const options of [{}, { idempotencyKey: 'order 7' }]) {
		const stored = await play().client.createWorkflow(
			line([start, swap({ options, waitOptions: { timeout: 0.05 } })]),
		);
		const again = async () => await play().client.run(stored, 'Start');
		const ended = async (id?: string) => await play().client.waitForExecution(id!, undefined, PATIENCE);
		const first = await ended(await again());
		expect(first.status).toBe('error');
		play().emulator.jobs.complete();
		const isKeyed = 'idempotencyKey' in options;
		const second = await ended(isKeyed ? await again() : await play().client.retryExecution(first.id));
		expect(itemsOf(second, 'Swap').map(({ json }) => json.status)).toEqual(['completed']);
	}
	expect(created()).toHaveLength(before + 2);
});

test("a run ends before n8n's time limit, with the ID of its job", async () => {
	play().emulator.jobs.next({ status: 3, jobMs: 3_600_000 });
	const settings = { executionOrder: 'v1', executionTimeout: 40 };
	const before = created().length;
	const execution = await run(play(), { ...line([start, swap()]), settings });
	expect(execution.status).toBe('error');
	const [job] = created().slice(before);
	expect(JSON.stringify(execution.data.resultData.error)).toContain(job?.id ?? 'the ID of a job');
});
