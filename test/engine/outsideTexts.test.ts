import { rows, setUp, swap } from '../support/bench';
import { suspendedBench } from '../support/suspended';

/* What comes from outside - a row, or the service - is text wherever n8n shows it: no link, nothing that turns a line around. */

const LINK = "<a href='http://127.0.0.1:9/login'>Sign in again</a>";
const UNSEEN = /[^\P{Cc}\n]|[\u202A-\u202E]/u;
const GOES_ON = { onError: 'continueRegularOutput' } as const;

const bench = setUp();
const answering = (body: object) =>
	bench.emulator.faults.add({
		kind: 'badJson',
		body: JSON.stringify(body),
		match: { path: 'specifyimage' },
		times: 1,
	});

const cases: Array<[string, () => void, Record<string, unknown>[]]> = [
	['a picture of a row', () => undefined, [{ picture: LINK }]],
	['a refusal of a known code', () => answering({ code: 1003, msg: `no: ${LINK}\u202E\u001B[2J` }), rows(1)],
	['a refusal of no known code', () => answering({ code: 1777, msg: LINK }), rows(1)],
	[
		'the reason of a failed job',
		() => bench.emulator.jobs.next({ status: 4, reason: `${LINK}\u202E` }, { times: 1 }),
		rows(1),
	],
	[
		'the ID of an answer that holds no record',
		() => answering({ code: 1000, data: { job_id: LINK } }),
		rows(1),
	],
];

test.each(cases)('the error of a node shows %s as text', async (_what, prepare, input) => {
	prepare();
	const { error } = await bench.engine.run(swap(), { input });
	const shown = [error?.message, error?.description, JSON.stringify(error?.context.data)].join();
	expect(shown).toContain('‹a href');
	expect(shown).not.toContain('<a');
	expect(shown).not.toMatch(UNSEEN);
});

test.each(cases)('so does the item of a node that goes on: %s', async (_what, prepare, input) => {
	prepare();
	const [item] = (await bench.engine.run(swap({}, GOES_ON), { input })).json('Node');
	expect(`${item?.error} ${JSON.stringify(item?.details)}`).not.toContain('<a');
	expect(JSON.stringify(item)).toContain('‹a href');
});

test('a reason of ten megabytes is cut, in output and error', async () => {
	const reason = 'too dark '.repeat(1_200_000);
	bench.emulator.jobs.next({ status: 4, reason }, { times: 1 });
	const [item] = (await bench.engine.run(swap({}, GOES_ON), { input: rows(1) })).json('Node');
	expect(JSON.stringify(item)).toContain('too dark');
	expect(JSON.stringify(item).length).toBeLessThan(2_000);
});

test('an ID with a new line and an escape stands in one plain line of the log', async () => {
	const id = 'a1\n2026 error \u001B[31mfake';
	answering({ code: 1000, data: { _id: id, job_id: 'j1\u001B', faceswap_status: 1 } });
	await bench.engine.run(swap({ waitForCompletion: false }, GOES_ON), { input: rows(1) });
	const line = bench.engine.logs
		.text()
		.split('\n')
		.find((each) => each.includes('fake'));
	expect(line).toContain('a12026 error [31mfake was created');
	expect(bench.engine.logs.text()).not.toContain('\u001B');
});

describe('the report of a suspended run', () => {
	const { bench: suspended, store, swapNode } = suspendedBench();

	test('holds an ID of the service as text', async () => {
		const data = { _id: `<a href="http://127.0.0.1:9">x</a>`, job_id: 'j1', faceswap_status: 1 };
		const body = JSON.stringify({ code: 1000, data });
		suspended.emulator.faults.add({ kind: 'badJson', body, match: { path: 'specifyimage' }, times: 1 });
		const run = await store({ nodes: [swapNode({ waitUsing: 'automatic' })] }, 1);
		expect(run.status).toBe('waiting');
		const hints = JSON.stringify(run.result?.runs('Node')) + JSON.stringify(run.result?.run.data.resultData);
		expect(hints).toContain('Waiting for 1 job (ID ‹a');
	});
});
