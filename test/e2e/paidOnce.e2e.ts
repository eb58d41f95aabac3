import { randomUUID } from 'node:crypto';
import { itemsOf } from '../n8n/client';
import type { JobView } from '../emulator/jobs/types';
import { useInstalled } from './installed';
import { swapWorkflow, type SwapOptions } from './workflows';
import { begin, endedRuns, PATIENCE, post, run, until } from './runs';

/* Stop, Retry on Fail and Retry execution, as n8n itself does them: nothing is paid twice. */

const LONG = 600_000;
let jobMs = 1500;
const { play } = useInstalled({ emulator: { jobMs: () => jobMs } });
let before = 0;
beforeEach(() => {
	jobMs = 1500;
	before = play().emulator.jobs.created().length;
});
const created = (): JobView[] => play().emulator.jobs.created().slice(before);
const oneByOne = { options: { maxConcurrent: 1, reference: '=row {{ $json.row }}' } };
const swaps = (options: SwapOptions = {}) => swapWorkflow(play().credential, options);
const statuses = (items: ReturnType<typeof itemsOf>) => items.map(({ json }) => json.status);

describe('Stop in the middle of a wait', () => {
	/** Stops a run of three jobs that would take ten minutes. */
	async function stopped(options: SwapOptions = {}) {
		jobMs = LONG;
		const id = await begin(play(), swaps(options));
		await until('three jobs', () => (created().length === 3 ? true : undefined));
		await play().client.stopExecution(id);
		return await play().client.waitForExecution(id, undefined, PATIENCE);
	}
	const final = ({ status }: JobView) => status === 3 || status === 4;

	test('ends the execution as canceled; the jobs go on at the service', async () => {
		const execution = await stopped();
		expect(execution.status).toBe('canceled');
		expect(itemsOf(execution, 'After')).toEqual([]);
		expect(created().filter(final)).toEqual([]);
	});

	test('cancels them there with Cancel on Stop', async () => {
		const execution = await stopped({ parameters: { waitOptions: { cancelOnStop: true } } });
		expect(execution.status).toBe('canceled');
		await until('cancelled jobs', () => (created().every(final) ? true : undefined));
		expect(created().every(({ cancelledAt }) => cancelledAt !== undefined)).toBe(true);
	});

	test('makes nothing again under Retry on Fail', async () => {
		const execution = await stopped({ retryOnFail: true });
		expect(execution.status).toBe('canceled');
		// A run that goes on in spite of the end has the time of another run to show it.
		jobMs = 100;
		expect((await run(play(), swaps({ rows: 1 }))).status).toBe('success');
		expect(created()).toHaveLength(3 + 1);
	});

	test('ends a wait for callbacks too', async () => {
		jobMs = LONG;
		const id = await begin(play(), swaps({ parameters: { waitOptions: { waitUsing: 'callback' } } }));
		await play().client.waitForExecution(id, ['waiting'], PATIENCE);
		await play().client.stopExecution(id);
		expect((await play().client.waitForExecution(id, undefined, PATIENCE)).status).toBe('canceled');
	});
});

test('Retry on Fail makes only the failed job again', async () => {
	play().emulator.jobs.next({ status: 4, reason: 'the picture is too small' });
	const execution = await run(play(), swaps({ retryOnFail: true, parameters: oneByOne }));
	expect(execution.status).toBe('success');
	expect(statuses(itemsOf(execution, 'After'))).toEqual(Array(3).fill('completed'));
	expect(created()).toHaveLength(4);
});

test('Retry of a failed execution waits for the jobs that are paid, and makes only the failed one again', async () => {
	play().emulator.jobs.next({ status: 4, reason: 'the picture is too small' });
	const path = randomUUID();
	const parameters = { path, httpMethod: 'POST' };
	const workflow = swaps({ parameters: oneByOne });
	workflow.nodes[0] = {
		...workflow.nodes[0]!,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters,
	};
	const stored = await play().client.createWorkflow(workflow);
	await play().client.activate(stored);
	await post(`${play().server().baseUrl}/webhook/${path}`);
	const [failed] = await endedRuns(play(), stored, 1);
	expect(failed).toMatchObject({ status: 'error', mode: 'webhook' });
	const message = failed?.data.resultData.error?.message;
	expect(message).toContain('the picture is too small');
	const [, second, third] = created();

	const id = await play().client.retryExecution(failed?.id ?? '');
	const retried = await play().client.waitForExecution(id, undefined, PATIENCE);
	expect(retried).toMatchObject({ status: 'success', mode: 'retry', retryOf: failed?.id });
	const items = itemsOf(retried, 'After').map(({ json }) => json);
	expect(items.map(({ status }) => status)).toEqual(Array(3).fill('completed'));
	expect(items.slice(1).map((item) => item.id)).toEqual([second?.id, third?.id]);
	expect(created()).toHaveLength(4);
});

test('failed items go to the error output with their ids and the fields of their input', async () => {
	play().emulator.jobs.next({ status: 3 }, { times: 1 });
	play().emulator.jobs.next({ status: 4, reason: 'the picture is too small' }, { times: 1 });
	const execution = await run(play(), swaps({ onError: 'continueErrorOutput', parameters: oneByOne }));
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'After').map(({ json }) => json.reference)).toEqual(['row 0', 'row 2']);
	expect(itemsOf(execution, 'Failed').map(({ json }) => json)).toMatchObject([
		{
			row: 1,
			error: expect.stringContaining('the picture is too small'),
			details: { id: created()[1]?.id, status: 'failed', submitted: 'yes', reference: 'row 1' },
		},
	]);
});

test('an item that can not be sent fails alone, and says that it was not submitted', async () => {
	const parameters = { sourceImage: '={{ $json.row === 1 ? "[]" : $parameter.targetImage }}' };
	const execution = await run(play(), swaps({ onError: 'continueErrorOutput', parameters }));
	expect(itemsOf(execution, 'After')).toHaveLength(2);
	expect(itemsOf(execution, 'Failed').map(({ json }) => json)).toMatchObject([
		{ row: 1, error: expect.stringContaining('New Faces (JSON)') },
	]);
	expect(created()).toHaveLength(2);
});
