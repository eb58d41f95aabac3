import type { IDataObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { resumeByCallback } from '../../../nodes/shared/operation/durable/callback/resume';
import type { SuspendedState } from '../../../nodes/shared/operation/durable/state';
import { seal } from '../../emulator/callbacks/envelope';
import { VirtualClock } from '../jobs/virtualClock';

const mockClock = new VirtualClock();
jest.mock('../../../nodes/shared/transport/environment', () => ({ createEnvironment: () => mockClock }));

const keys = { clientId: 'emulator-client-0001', clientSecret: 'emulator-secret-of-32-characters' };
const WAKE_UP = 'https://n8n.example.com/webhook-waiting/1/swap';
const job = {
	status: 'processing',
	submittedAt: 0,
	downloadResult: false,
	binaryPropertyName: 'data',
	simplify: true,
};

let executions = 0;
/** A suspended run of one process, its jobs at the service, and the calls that come for it. */
function suspendedRun(...ids: string[]) {
	const executionId = `run-${(executions += 1)}`;
	const state: SuspendedState = {
		kind: 'faceSwap',
		stopOnFailure: true,
		timeout: 180,
		wakeUp: WAKE_UP,
		entries: ids.map((id, item) => ({ item, job: { id, ...job } })),
	};
	const service = {
		statuses: new Map(ids.map((id) => [id, 2])),
		reads: 0,
		onRead: () => {},
		calledAgain: [] as IHttpRequestOptions[],
	};
	const call = async (body: object) => {
		let answered = 200;
		const context = {
			getNode: () => ({ id: 'swap', name: 'Swap' }),
			getExecutionId: () => executionId,
			getCredentials: async () => ({ ...keys, baseUrl: 'https://example.com' }),
			getBodyData: () => body as IDataObject,
			runExecutionData: { executionData: { contextData: { 'node:Swap': { suspended: state } } } },
			logger: { warn() {}, debug() {}, info() {} },
			getResponseObject: () => ({
				headersSent: false,
				writeHead: (status: number) => (answered = status),
				end() {},
			}),
			helpers: {
				httpRequest: async (options: IHttpRequestOptions) => void service.calledAgain.push(options),
				httpRequestWithAuthentication: async () => {
					service.reads += 1;
					const result = [...service.statuses].map(([_id, faceswap_status]) => ({
						_id,
						faceswap_status,
						url: `https://x/${_id}.png`,
					}));
					service.onRead();
					return { statusCode: 200, headers: {}, body: { code: 1000, data: { result } } };
				},
			},
		};
		const { workflowData } = await resumeByCallback(context as unknown as IWebhookFunctions);
		return { answered, items: workflowData?.[0]?.map((item) => item.json) };
	};
	const signed = (id: string, status = 3) =>
		seal({ _id: id, status, type: 'faceswap', url: '' }, keys, Date.now(), '1529');
	return { service, call, over: async (id: string) => await call(signed(id)) };
}

describe('a call whose job is over before its record says so', () => {
	test('waits for the record a little, and then wakes the run up', async () => {
		const { service, over } = suspendedRun('a');
		service.onRead = () => void service.statuses.set('a', 3);
		expect(await mockClock.run(over('a'))).toMatchObject({ items: [{ id: 'a', status: 'completed' }] });
		expect(service.reads).toBe(2);
	});

	test.each([
		['signed', true],
		['plain', false],
	])('has to come again when it does not catch up (%s)', async (_name, isSigned) => {
		const { over, call } = suspendedRun('a');
		const called = isSigned ? over('a') : call({ _id: 'a', status: 3, type: 'faceswap', url: '' });
		expect(await mockClock.run(called)).toEqual({ answered: 503, items: undefined });
	});

	test('is made up for by the call that looks for it, when it did not look itself', async () => {
		const { service, over } = suspendedRun('a', 'b', 'c');
		service.statuses.set('a', 3);
		const calls = Promise.all([over('a'), over('b'), over('c')]);
		expect(await mockClock.run(calls)).toMatchObject([
			{ answered: 503 },
			{ answered: 503 },
			{ answered: 200 },
		]);
	});

	test('costs one look where another job of the run is not over, and its own is', async () => {
		const { service, over } = suspendedRun('a', 'b');
		service.statuses.set('a', 3);
		expect(await mockClock.run(over('a'))).toEqual({ answered: 200, items: undefined });
		expect(service.reads).toBe(1);
	});
});

describe('a call that took long to find all jobs done', () => {
	test('does not wake the run up by what n8n read long before: it calls again, and that call finds all at hand', async () => {
		const { service, over } = suspendedRun('a');
		service.statuses.set('a', 3);
		service.onRead = () => void (mockClock.time += 6_000);
		expect(await mockClock.run(over('a'))).toEqual({ answered: 503, items: undefined });
		expect(service.calledAgain).toMatchObject([{ method: 'POST', url: WAKE_UP }]);
		expect(await mockClock.run(over('a'))).toMatchObject({ items: [{ id: 'a', status: 'completed' }] });
		expect(service.reads).toBe(1);
	});
});

test('a call that follows a wake-up does not wake the run up again: n8n may hold the first back, or have read it before', async () => {
	const { service, over } = suspendedRun('a');
	service.statuses.set('a', 3);
	expect((await mockClock.run(over('a'))).items).toHaveLength(1);
	expect(await mockClock.run(over('a'))).toEqual({ answered: 503, items: undefined });
	mockClock.time += 61 * 60_000;
	expect((await mockClock.run(over('a'))).items).toHaveLength(1);
});
