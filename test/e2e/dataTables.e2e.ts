import { itemsOf } from '../n8n/client';
import { workflowFileShape, type Execution, type StoredWorkflow } from '../n8n/shapes';
import { addRows, changeRows, rowsOf, sampleOrders, type StoredTable, type TableRow } from '../n8n/tables';
import { useInstalled } from './installed';
import { contentOf, PATIENCE, until } from './runs';

/* The examples on n8n's own tables, as the playground has them. */

const HOUR_MS = 60 * 60 * 1000;
const { play } = useInstalled({
	emulator: { jobMs: HOUR_MS, callbacks: { retryMs: 1000 } },
	env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
});
const SUBMIT = 'table-batch-1-submit';
const COLLECT = 'table-batch-2-collect';

const stored = (name: string): StoredWorkflow => {
	const workflow = play().workflows.get(name);
	if (!workflow) throw new Error(`There is no example ${name}.`);
	return workflow;
};
const tableOf = (name: string): StoredTable => {
	const table = play().tables.get(name);
	if (!table) throw new Error(`There is no table ${name}.`);
	return table;
};
const orders = () => tableOf('media orders');
const rows = async () => await rowsOf(play().client, orders());
const add = async (row: TableRow) => await addRows(play().client, orders(), [row]);
const change = async (order: string, data: TableRow) =>
	await changeRows(play().client, orders(), ['order', order], data);
const column = async (name: string) => (await rows()).map((row) => row[name]);
const created = () => play().emulator.jobs.created();

/** Runs a saved workflow by hand, and returns the execution when it has ended. */
async function clicked(workflow: StoredWorkflow): Promise<Execution> {
	const id = await play().client.run(workflow, 'Run Now');
	if (id === undefined) throw new Error('n8n started no execution.');
	return await play().client.waitForExecution(id, undefined, PATIENCE);
}
async function click(name: string): Promise<Execution> {
	const execution = await clicked(stored(name));
	expect([name, execution.data.resultData.error?.message]).toEqual([name, undefined]);
	expect(execution.status).toBe('success');
	return execution;
}

/** The same for a run that ends with an error about failed rows. */
async function clickAndHear(name: string): Promise<string | undefined> {
	const execution = await clicked(stored(name));
	expect(execution.status).toBe('error');
	return execution.data.resultData.error?.message;
}

test('the batch writes IDs and errors into the table, and the next batch submits only the row that was not', async () => {
	expect(await clickAndHear(SUBMIT)).toMatch(/^1 of 3 rows were not sent, or failed\. The first: .*face/i);
	expect(created().map(({ operation }) => operation)).toEqual(['swapImage', 'swapImage']);
	expect(await column('submitted')).toEqual(['yes', 'no', 'yes']);
	const pictures = await column('picture');
	const ids = pictures.map((picture) => created().find(({ request }) => request.modifyImage === picture)?.id);
	expect(await column('recordId')).toEqual([ids[0], '', ids[2]]);
	expect(ids[0]).not.toBe(ids[2]);
	expect(await column('status')).toEqual(['queued', '', 'queued']);
	expect(await column('error')).toEqual(['', expect.stringContaining('face'), '']);

	await change('order 2', { picture: String(pictures[0]) });
	await click(SUBMIT);
	expect(created()).toHaveLength(3);
	expect(await column('submitted')).toEqual(['yes', 'yes', 'yes']);
	expect((await column('recordId'))[1]).toBe(created()[2]?.id);
});

test('the collecting run writes the address and expiry of finished jobs, and the reason of failed jobs', async () => {
	const [first = '', second = '', third = ''] = (await column('recordId')).map(String);
	play().emulator.jobs.complete(first);
	play().emulator.jobs.fail(second, 'The face is too small');
	expect(await clickAndHear(COLLECT)).toBe('Jobs that failed: 1. The first: order 2: The face is too small');
	expect(await column('status')).toEqual(['completed', 'failed', expect.stringMatching(/queued|processing/)]);
	expect(await column('error')).toEqual(['', 'The face is too small', '']);
	const [{ resultUrl, expiresAt } = {}] = await rows();
	expect(resultUrl).toMatch(/^http/);
	const days = (Date.parse(String(expiresAt)) - Date.now()) / (24 * HOUR_MS);
	expect(Math.round(days)).toBe(7);

	play().emulator.jobs.complete(third);
	const execution = await click(COLLECT);
	expect(itemsOf(execution, 'Read the Open Rows')).toHaveLength(1);
	expect(await column('status')).toEqual(['completed', 'failed', 'completed']);
});

test('table-results-about-to-expire fetches the results that expire within a day, and leaves the others', async () => {
	const name = 'table-results-about-to-expire';
	expect(itemsOf(await click(name), 'Download the File')).toEqual([]);
	await change('order 3', { expiresAt: new Date(Date.now() + 12 * HOUR_MS).toISOString() });
	const execution = await click(name);
	const [fetched, ...others] = itemsOf(execution, 'Download the File');
	expect(others).toEqual([]);
	expect((await contentOf(play(), fetched)).subarray(1, 4).toString()).toBe('PNG');
	expect(await column('file')).toEqual([null, null, `execution ${execution.id}`]);
	expect(itemsOf(await click(name), 'Download the File')).toEqual([]);
});

test('after a kill of n8n during a create, the row is not paid again, and the trigger writes down the result', async () => {
	const { client, emulator } = play();
	const net = stored(COLLECT);
	await client.activate(net);
	const webhookId = net.nodes.find(({ type }) => type.endsWith('GenerationTrigger'))?.webhookId;
	const webhookUrl = `${play().server().baseUrl}/webhook/${String(webhookId)}/callback`;
	const [sample] = sampleOrders(emulator.mediaUrl);
	await add({ ...sample, order: 'under the net' });
	const before = created().length;
	const last = async () => (await rows()).at(-1);

	const { id: _id, versionId: _version, ...file } = stored(SUBMIT);
	const nodes = file.nodes.map((node) =>
		node.name === 'Swap the Faces' ? { ...node, parameters: { ...node.parameters, webhookUrl } } : node,
	);
	const workflow = await client.createWorkflow({ ...file, nodes });
	emulator.faults.add({ kind: 'afterTakenTimeout', match: { path: 'specifyimage' }, times: 1 });
	expect(await client.run(workflow, 'Run Now')).toBeDefined();
	await until('the job', () => (created().length > before ? true : undefined));
	await play().restart('kill9');
	emulator.faults.clear();
	expect(await last()).toMatchObject({ submitted: null, recordId: null });

	expect((await clicked(workflow)).data.resultData.error?.message).toMatch(/^1 of 1 rows/);
	expect(created()).toHaveLength(before + 1);
	expect(await last()).toMatchObject({
		submitted: 'unknown',
		error: expect.stringContaining('may have been made'),
	});

	const job = created().at(-1);
	emulator.jobs.complete(job?.id);
	await until('the filed row', async () => (await last())?.status === 'completed' || undefined);
	expect(await last()).toMatchObject({ submitted: 'yes', recordId: job?.id, error: '' });
	expect((await last())?.resultUrl).toMatch(/^http/);
	expect((await rows()).filter(({ order }) => order === 'under the net')).toHaveLength(1);
	expect(itemsOf(await clicked(workflow), 'Swap the Faces')).toEqual([]);
	expect(created()).toHaveLength(before + 1);
	await client.deactivate(net.id);
});

test('close-live-sessions closes sessions that it saw an hour ago, and leaves younger sessions open', async () => {
	const { client, emulator } = play();
	const open = async () => {
		const session = emulator.sessions.create(emulator.accounts[0]!, { avatar_id: 'Ada_1080P_back' });
		await until('a session that streams', () => emulator.sessions.isStreaming(session) || undefined);
		return session.id;
	};
	const seen = async () =>
		(await rowsOf(client, tableOf('media sessions'))).map(({ sessionId }) => sessionId);
	const left = [await open(), await open()];
	await click('close-live-sessions');
	expect((await seen()).sort()).toEqual([...left].sort());
	expect(emulator.openSessions().sort()).toEqual([...left].sort());

	const now = `DateTime.fromMillis(${Date.now() + 59 * 60_000})`;
	const text = JSON.stringify(stored('close-live-sessions')).replace('$now', now);
	const { id: _id, versionId: _version, ...file } = workflowFileShape.parse(JSON.parse(text));
	const inAnHour = await client.createWorkflow(file);
	const young = await open();
	const [stuck = ''] = left;
	emulator.faults.add({ kind: 'code', code: 1003, match: { path: 'session/close', body: stuck }, times: 1 });
	const execution = await clicked(inAnHour);
	expect(execution.status).toBe('error');
	expect(execution.data.resultData.error?.message).toContain(stuck);
	expect(emulator.openSessions().sort()).toEqual([stuck, young].sort());
	expect((await seen()).sort()).toEqual([stuck, young].sort());
	await clicked(inAnHour);
	expect(emulator.openSessions()).not.toContain(stuck);
});
