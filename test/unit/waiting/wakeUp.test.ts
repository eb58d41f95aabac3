import { Failure } from '../../../nodes/shared/service/failure';
import { wakeUpWebhook } from '../../../nodes/shared/waiting/wakeUp';
import { seal } from '../../emulator';
import { tableOf } from '../../support/table';

const mockRead = jest.fn();
const mockOpen = jest.fn();
jest.mock('../../../nodes/shared/jobs/read', () => ({
	readJobs: (...given: unknown[]) => mockRead(...given),
}));
jest.mock('../../../nodes/shared/transport/account', () => ({ openAccount: async () => await mockOpen() }));

const keys = { clientId: 'client', clientSecret: 'a-secret-of-32-characters-it-is!' };
const AWAY = ['503 Try again later', 'answered'];
/** The record of a job by the first letter of its ID: completed, running, or refused. Others are not there. */
const recordOf = (id: string) => {
	const status = { c: 'completed', r: 'processing' }[id.charAt(0)];
	return status ? { id, status, record: {} } : new Failure('No', 'runAgain', {});
};

/** A call about the first of the jobs, at the second 1. Returns the reads, the answer to the caller, and n8n's. */
async function call(jobs: string, { isSigned = true, status = 3, run = {} as object | null } = {}) {
	const [said, ids]: [string[], string[]] = [[], jobs.split(' ')];
	const open = ids.filter((id) => id !== 'other');
	const suspended = { strategy: 'callback', wakeAt: 0, kind: 'faceSwap', unsent: 0, rows: [], open, ...run };
	const body = { _id: ids[0], status };
	const rawBody = Buffer.from(JSON.stringify(isSigned ? seal(body, keys, 1_760_000_100_000, '1') : body));
	jest.spyOn(Date, 'now').mockReturnValue(1_000);
	mockRead.mockImplementation(async (_, { name }, asked: string[], until: number) => {
		said.push(`${name} ${asked.join(' ')} until ${until}`);
		return new Map(asked.flatMap((id) => (id.startsWith('x') ? [] : [[id, recordOf(id)]])));
	});
	let answered = 0;
	const end = (text: string) => said.push(`${answered} ${JSON.parse(text).message}`);
	const contextData = { 'node:Node': run ? { run: { suspended } } : {} };
	const context = {
		...{ runExecutionData: { executionData: { contextData } }, getNode: () => ({ name: 'Node' }) },
		getRequestObject: () => ({ rawBody }),
		getResponseObject: () => ({ writeHead: (code: number) => (answered = code), end }),
		logger: { warn: (message: string) => said.push(message) },
	};
	const { webhookResponse, noWebhookResponse, workflowData } =
		(await wakeUpWebhook!.call(context as never)) ?? {};
	return [...said, webhookResponse ?? (noWebhookResponse ? 'answered' : workflowData && 'woken')];
}

/** `(r1 to r3)` are three jobs. */
const jobsIn = (text = '') =>
	text.replace(/\(r(\d+) to r148\)/, (_, from) =>
		Array.from({ length: 149 - Number(from) }, (_each, job) => `r${Number(from) + job}`).join(' '),
	);
test.each(tableOf(__dirname, 'calls.txt'))('a call that finds %s', async (_, jobs, given = '', said) => {
	mockOpen.mockResolvedValue({ keys });
	expect(await call(jobsIn(jobs), JSON.parse(given))).toEqual(jobsIn(said).split('; '));
});

test('a call is put off until the credential can be read and has its keys, and a forged call is not', async () => {
	const warning = 'A call to a suspended run was put off: Error: no key';
	expect(await call('c', void mockOpen.mockRejectedValue(new Error('no key')))).toEqual([warning, ...AWAY]);
	expect(await call('c', void mockOpen.mockResolvedValue({}))).toEqual(AWAY);
	const forged = { keys: { ...keys, clientId: 'other' } };
	expect(await call('c', void mockOpen.mockResolvedValue(forged))).toEqual(['OK']);
});
