import { linkTo } from '../support/substitutes/services';
import { ClaimTable } from '../support/claimTable';
import type { WebhookServer } from '../support/webhook';
import { expectSuccess, useExamples } from './world';

ClaimTable.install();
const SUBMIT = 'callbacks-1-submit';
const RECEIVE = 'callbacks-2-receive';
const PLACEHOLDER = 'https://example.com/webhook/the-production-url-of-the-trigger';

describe('the pair that works by callbacks', () => {
	const world = useExamples({ jobMs: 3_600_000, callbacks: { retryMs: 50 } });
	let n8n: WebhookServer;
	beforeEach(async () => {
		n8n = await world.listen(RECEIVE);
		world.sheet.rows = ['people-1.png', 'people-2.png', 'blank.png'].map((picture, index) => ({
			order: `order ${index + 1}`,
			picture: world.media(picture),
			newFace: world.media('portrait-ada.png'),
		}));
	});
	afterEach(() => expect(n8n.thrown).toEqual([]));
	const column = (name: string) => world.sheet.column(name);
	const submit = async () => await world.run(SUBMIT, { texts: { [PLACEHOLDER]: n8n.url } });
	const called = async (runs: number) => {
		await world.emulator.callbacks.flush();
		await n8n.untilRuns(runs);
		n8n.runs.forEach(expectSuccess);
	};

	test('submits and ends; each call files one result in the row that its reference names', async () => {
		expectSuccess(await submit());
		expect(column('submitted')).toEqual(['yes', 'yes', 'no']);
		expect(column('error')).toEqual(['', '', expect.stringContaining('face')]);
		expect(column('file')).toEqual(['', '', '']);
		const [first = '', second = ''] = column('id').map(String);

		world.emulator.jobs.complete(second);
		await called(1);
		expect(column('file')).toEqual(['', linkTo('order 2.png'), '']);

		// In the meantime someone has sorted the sheet.
		world.sheet.rows.reverse();
		world.emulator.jobs.complete(first);
		await called(2);
		expect(column('order')).toEqual(['order 3', 'order 2', 'order 1']);
		expect(column('file')).toEqual(['', linkTo('order 2.png'), linkTo('order 1.png')]);
		expect(column('status')).toEqual(['', 'completed', 'completed']);
		expect(world.services.files.map(({ name }) => name)).toEqual(['order 2.png', 'order 1.png']);
		expect(world.services.files[0]?.content.subarray(1, 4).toString()).toBe('PNG');
	});

	test('marks a job that failed in its row, with the reason', async () => {
		await submit();
		world.emulator.jobs.fail(String(column('id')[0]), 'The face is too small');
		await called(1);
		expect(column('status')).toEqual(['failed', '', '']);
		expect(column('error')[0]).toBe('The face is too small');
		expect(world.services.files).toEqual([]);
	});

	test('files a result once, however often the service calls', async () => {
		world.emulator.callbacks.settings.repeat = 3;
		await submit();
		world.emulator.jobs.complete();
		await called(2);
		expect(n8n.runs).toHaveLength(2);
		expect(world.services.files).toHaveLength(2);
	});

	test('says in the row why a file could not be fetched, and the collecting half of the night batch gets it later', async () => {
		await submit();
		const id = String(column('id')[0]);
		world.emulator.faults.add({ kind: 'httpStatus', status: 404, match: { path: '/results/' }, times: 99 });
		world.emulator.jobs.complete(id);
		await called(1);
		expect(column('error')[0]).not.toBe('');
		expect(column('file')[0]).toBe('');
		world.emulator.faults.clear();
		expectSuccess(await world.run('night-batch-2-collect'));
		expect(column('file')).toEqual([linkTo('order 1.png'), '', '']);
		expect(column('error')[0]).toBe('');
	});

	test('a call that gets lost is made good by the collecting half of the night batch', async () => {
		world.emulator.callbacks.settings.lost = true;
		await submit();
		world.emulator.jobs.complete();
		await called(0);
		expect(n8n.runs).toEqual([]);
		expectSuccess(await world.run('night-batch-2-collect'));
		expect(column('file')).toEqual([linkTo('order 1.png'), linkTo('order 2.png'), '']);
	});

	test('pays a row once, also when its ID could not be written down', async () => {
		world.sheet.isReadOnly = true;
		expect((await submit()).status).toBe('error');
		const ids = world.emulator.jobs.created().map(({ id }) => id);
		expect(ids).toHaveLength(2);
		world.sheet.isReadOnly = false;
		await submit();
		await submit();
		expect(world.emulator.jobs.created()).toHaveLength(2);
		expect(column('id').slice(0, 2).sort()).toEqual(ids.sort());
	});
});
