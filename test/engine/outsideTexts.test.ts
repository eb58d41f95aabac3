import { GOES_ON, rows, setUp, swap } from '../support/bench';

/* Texts from a row or from the service are shown as plain text, without links, control characters, and secrets. */

const LINK = "<a href='http://127.0.0.1:9/login'>Sign in again</a>";
const UNSEEN = /[^\P{Cc}\n]|[\u202A-\u202E]/u;

const bench = setUp();
const match = { path: 'specifyimage' };
const answering = (body: object) =>
	bench.emulator.faults.add({ kind: 'badJson', body: JSON.stringify(body), match, times: 1 });
const failing = (reason: string) => bench.emulator.jobs.next({ status: 4, reason }, { times: 1 });
const failed = async (input: Array<Record<string, unknown>> = rows(1)) => {
	return JSON.stringify((await bench.engine.run(swap({}, GOES_ON), { input })).json('Node'));
};

test.each<[string, () => void, Array<Record<string, unknown>>]>([
	['a picture of a row', () => undefined, [{ picture: LINK }]],
	['a refusal by a known code', () => answering({ code: 1003, msg: `no: ${LINK}\u202E\u001B[2J` }), rows(1)],
	['an unknown code', () => answering({ code: 1777, msg: LINK }), rows(1)],
	['the reason of a failed job', () => void failing(`${LINK}\u202E`), rows(1)],
	['the ID of an answer without a record', () => answering({ code: 1000, data: { job_id: LINK } }), rows(1)],
])('the error of a node and its item show %s as text', async (_what, prepare, input) => {
	prepare();
	const { error } = await bench.engine.run(swap(), { input });
	const shown = [error?.message, error?.description, JSON.stringify(error?.context.data)].join();
	expect(shown).not.toMatch(UNSEEN);
	prepare();
	for (const text of [shown, await failed(input)]) {
		expect(text).toContain('‹a href');
		expect(text).not.toContain('<a');
	}
});

test('each ID is logged as one plain line as soon as it is known, also with a line break and an escape', async () => {
	const id = 'a1\n2026 error \u001B[31mfake';
	answering({ code: 1000, data: { _id: id, job_id: 'j1\u001B', faceswap_status: 1 } });
	const parameters = { waitForCompletion: false, options: { reference: 'row 7' } };
	await bench.engine.run(swap(parameters, GOES_ON), { input: rows(1) });
	const logged = { id: 'a12026 error [31mfake', jobId: 'j1', item: 0 };
	expect(bench.engine.logs.lines).toContainEqual({
		level: 'info',
		message: expect.stringMatching(
			/^Face swap a12026 error \[31mfake was created [(]execution \d+, row 1, reference "row 7"[)]$/,
		),
		details: expect.objectContaining({ ...logged, reference: 'row 7' }),
	});
	expect(bench.engine.logs.text()).not.toContain('\u001B');
});
