import { readExample } from '../support/example';
import { linkTo } from '../support/substitutes/services';
import { useExamples } from './world';

/* Examples that work through a sheet, over several runs. */

const COLLECT = 'night-batch-2-collect';
const world = useExamples({ jobMs: 3_600_000, callbacks: { retryMs: 50 } });
const column = (name: string) => world.column(name);
const jobs = () => world.emulator.jobs.created();
const { stringContaining } = expect;

describe('the night batch', () => {
	const SUBMIT = 'night-batch-1-submit';

	test('submits every row, and writes its ID or its error into the row', async () => {
		world.order(['people-1.png', 'blank.png', 'people-3.png', '']);
		const { error } = await world.run(SUBMIT);
		expect(error?.message).toMatch(/^2 of 4 rows were not sent, or failed\. The first: .*face/i);
		const idOf = (picture: string) =>
			jobs().find(({ request }) => request.modifyImage === world.media(picture))?.id;
		expect(column('id')).toEqual([idOf('people-1.png'), '', idOf('people-3.png'), '']);
		expect(column('submitted')).toEqual(['yes', 'no', 'yes', 'no']);
		expect(column('status')).toEqual(['queued', '', 'queued', '']);
		expect(column('error')).toEqual(['', stringContaining('face'), '', stringContaining('Image to Change')]);
	});

	test('skips a row that may have been paid, and submits a row that was not sent, when it runs again', async () => {
		world.order(['people-1.png', 'people-1.png', 'blank.png']);
		world.emulator.faults.add({ kind: 'afterTakenReset', match: { path: 'specifyimage', nth: 2 } });
		expect((await world.run(SUBMIT)).error?.message).toMatch(/^2 of 3 rows/);
		expect(column('submitted').sort()).toEqual(['no', 'unknown', 'yes']);
		world.sheet.rows[2]!.picture = world.media('people-2.png');
		await world.succeed(SUBMIT);
		await world.run(SUBMIT);
		expect(jobs()).toHaveLength(3);
		expect([column('id')[2], column('submitted')[2], column('error')[2]]).toEqual([jobs()[2]?.id, 'yes', '']);
	});

	test('collects completed jobs, marks failed jobs, and leaves the rest for the next time', async () => {
		world.order(['people-1.png', 'people-2.png', 'people-3.png', 'blank.png']);
		await world.run(SUBMIT);
		const [first, second = '', third] = column('id');
		world.emulator.jobs.complete(first);
		world.emulator.jobs.fail(second, 'The face is too small');
		const { error } = await world.run(COLLECT);
		expect(error?.message).toBe('Jobs that failed: 1. The first: The face is too small');
		expect(world.services.files[0]?.content.subarray(1, 4).toString()).toBe('PNG');
		expect(column('file')).toEqual([linkTo('order 1.png'), '', '', '']);
		expect(column('status')).toEqual(['completed', 'failed', 'queued', '']);
		expect(column('error').slice(0, 3)).toEqual(['', 'The face is too small', '']);
		world.emulator.jobs.complete(third);
		world.emulator.requests.length = 0;
		await world.succeed(COLLECT);
		expect(world.emulator.requestsTo('/listbyids').map(({ query }) => query._ids)).toEqual([third]);
		expect(world.saved()).toEqual(['order 1.png', 'order 3.png']);
		world.emulator.requests.length = 0;
		await world.succeed(COLLECT);
		expect(world.emulator.requests).toEqual([]);
	});

	test('writes the reason into each row that the drive refuses or whose job is gone, and saves the others', async () => {
		world.order(['people-1.png', 'people-2.png', 'people-3.png', 'people-1.png']);
		await world.succeed(SUBMIT);
		world.sheet.rows[0]!.id = '6'.repeat(24);
		world.emulator.jobs.complete();
		const refused = { json: { error: 'The drive is full' } };
		const saved = { json: { webViewLink: 'there' }, pairedItem: { item: 1 } };
		const drive = world.engine.instance.nodeTypes.getByNameAndVersion('n8n-nodes-base.googleDrive');
		// As n8n's node does, it does not say which item it refused.
		drive.execute = async () => [[{ ...refused }, saved, { ...refused }]];
		await world.succeed(COLLECT);
		expect(column('file')).toEqual(['', '', 'there', '']);
		expect(column('error')).toEqual([stringContaining('no '), 'The drive is full', '', 'The drive is full']);
	});
});

/** Submits three orders, the last without a face. Returns a wait for the callbacks, and the IDs. */
async function submitted() {
	const n8n = await world.listen('callbacks-2-receive');
	world.order(['people-1.png', 'people-2.png', 'blank.png']);
	await world.succeed('callbacks-1-submit', { parameters: { 'Swap the Faces': { webhookUrl: n8n.url } } });
	const called = async (runs: number) => {
		await world.emulator.callbacks.flush();
		await n8n.untilRuns(runs);
		expect([n8n.runs.map(({ status }) => status), n8n.thrown]).toEqual([Array(runs).fill('success'), []]);
	};
	const [first = '', second = ''] = column('id');
	return { called, first, second };
}

test('the pair of workflows with callbacks submits and ends, and each callback writes one result into the row that its reference names', async () => {
	world.emulator.callbacks.settings.repeat = 2;
	const { called, first, second } = await submitted();
	expect(column('submitted')).toEqual(['yes', 'yes', 'no']);
	expect(column('error')).toEqual(['', '', stringContaining('face')]);
	world.emulator.jobs.complete(second);
	await called(1);
	expect(column('file')).toEqual(['', linkTo('order 2.png'), '']);
	// Someone sorts the sheet in the meantime.
	world.sheet.rows.reverse();
	world.emulator.jobs.complete(first);
	await called(2);
	expect(column('order')).toEqual(['order 3', 'order 2', 'order 1']);
	expect(column('file')).toEqual(['', linkTo('order 2.png'), linkTo('order 1.png')]);
	expect(column('status')).toEqual(['', 'completed', 'completed']);
	expect(world.saved()).toEqual(['order 2.png', 'order 1.png']);
});

test('wait-durably-for-videos creates every job once, stays suspended until the next poll, and then saves the videos', async () => {
	const [example, mode] = ['wait-durably-for-videos', 'trigger' as const];
	world.order(['people-1.png', 'people-2.png', 'blank.png'], 'video');
	const result = await world.run(example, { mode });
	expect([result.error, result.status]).toEqual([undefined, 'waiting']);
	expect((Number(result.run.data.waitTill) - Date.now()) / 1_000).toBeGreaterThan(50);
	await world.run(example, { mode });
	expect(jobs().map(({ operation }) => operation)).toEqual(['swapVideo', 'swapVideo']);
	world.emulator.jobs.complete();
	await world.succeed(example, { executionId: result.executionId, executionData: result.run.data });
	expect(column('file')).toEqual([linkTo('order 1.mp4'), linkTo('order 2.mp4'), '']);
	expect(column('status')).toEqual(['completed', 'completed', '']);
	expect(column('error')).toEqual(['', '', stringContaining('face')]);
});

test('failures-back-into-the-sheet writes the outcome into each row, and runs a corrected row again', async () => {
	world.order(['people-1.png', 'blank.png', 'people-2.png']);
	world.emulator.jobs.next({ status: 4, reason: 'The face is too small', jobMs: 0 });
	world.emulator.jobs.next({ status: 3, jobMs: 0 }, { times: 2 });
	await world.succeed('failures-back-into-the-sheet');
	const [failed, done] = jobs();
	const rowOf = (id = '') => world.sheet.rows.find((row) => row.id === id);
	const error = stringContaining('The face is too small');
	expect(rowOf(failed?.id)).toMatchObject({ submitted: 'yes', status: 'failed', error });
	const file = linkTo(`${rowOf(done?.id)?.order}.png`);
	expect(rowOf(done?.id)).toMatchObject({ submitted: 'yes', status: 'completed', file });
	expect(world.sheet.rows[1]).toMatchObject({ submitted: 'no', error: stringContaining('face') });
	world.sheet.rows[1]!.picture = world.media('people-1.png');
	world.emulator.faults.add({ kind: 'code', code: 1015, match: { path: 'specifyimage' }, times: 2 });
	await world.succeed('failures-back-into-the-sheet');
	expect(jobs()).toHaveLength(3);
	expect(world.sheet.rows[1]).toMatchObject({ submitted: 'yes', status: 'completed', error: '' });
});

test('table-batch-2-collect reads a row again whose job has no address yet, by a callback as by the schedule', async () => {
	world.order(['people-1.png']);
	await world.succeed('night-batch-1-submit');
	const [{ id } = {}] = jobs();
	const all = readExample('examples/table-batch-2-collect.json').nodes;
	const nodes = all.filter(({ name }) => name === 'Save the Result by Order');
	await world.engine.run({ nodes }, { input: [{ id, reference: 'order 1', status: 'completed' }] });
	world.emulator.jobs.complete();
	const body = JSON.stringify({ code: 1000, data: { result: [{ _id: id, faceswap_status: 3 }] } });
	world.emulator.faults.add({ kind: 'badJson', body, match: { path: '/listbyids' }, times: Infinity });
	for (const resultUrl of ['', stringContaining('http')]) {
		await world.succeed('table-batch-2-collect');
		expect(world.services.table).toMatchObject([{ order: 'order 1', recordId: id, resultUrl }]);
		world.emulator.faults.clear();
	}
});
