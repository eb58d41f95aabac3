import { linkTo } from '../support/substitutes/services';
import { ClaimTable } from '../support/claimTable';
import { expectSuccess, useExamples } from './world';

ClaimTable.install();
const SUBMIT = 'night-batch-1-submit';
const COLLECT = 'night-batch-2-collect';

describe('the night batch', () => {
	const world = useExamples({ jobMs: 3_600_000 });
	const orders = (...pictures: string[]) => {
		world.sheet.rows = pictures.map((picture, index) => ({
			order: `order ${index + 1}`,
			picture: picture === '' ? '' : world.media(picture),
			newFace: world.media('portrait-ada.png'),
		}));
	};
	const column = (name: string) => world.sheet.column(name);
	const jobs = () => world.emulator.jobs.created();
	const jobOf = (picture: string) =>
		jobs().find(({ request }) => request.modifyImage === world.media(picture))?.id;
	const fileNames = () => world.services.files.map(({ name }) => name);

	test('submits every row, and writes the ids and what went wrong into its own row', async () => {
		orders('people-1.png', 'blank.png', 'people-3.png', '');
		const { error } = await world.run(SUBMIT);
		expect(error?.message).toMatch(/^2 of 4 rows were not sent, or failed\. The first: .*face/i);
		expect(jobs().map(({ operation }) => operation)).toEqual(['swapImage', 'swapImage']);
		expect(column('id')).toEqual([jobOf('people-1.png'), '', jobOf('people-3.png'), '']);
		expect(column('submitted')).toEqual(['yes', 'no', 'yes', 'no']);
		expect(column('status')).toEqual(['queued', '', 'queued', '']);
		expect(column('error')).toEqual([
			'',
			expect.stringContaining('face'),
			'',
			expect.stringContaining('Image to Change'),
		]);
		expect(column('order')).toEqual(['order 1', 'order 2', 'order 3', 'order 4']);
	});

	test('submits a row once: what has an id, or may have been paid, is left alone, and what was not is tried again', async () => {
		orders('people-1.png', 'people-1.png', 'blank.png');
		world.emulator.faults.add({
			kind: 'afterTakenReset',
			match: { path: 'specifyimage', nth: 2 },
			times: 1,
		});
		expect((await world.run(SUBMIT)).error?.message).toMatch(/^2 of 3 rows/);
		expect(jobs()).toHaveLength(2);
		expect([...column('submitted')].sort()).toEqual(['no', 'unknown', 'yes']);
		world.sheet.rows[2]!.picture = world.media('people-2.png');
		expectSuccess(await world.run(SUBMIT));
		expect(jobs()).toHaveLength(3);
		expect(column('id')[2]).toBe(jobs()[2]?.id);
		expect(column('submitted')[2]).toBe('yes');
		expect(column('error')[2]).toBe('');
		await world.run(SUBMIT);
		expect(jobs()).toHaveLength(3);
	});

	test('a run that ends before it wrote the ids down pays nothing twice: the next one writes them', async () => {
		orders('people-1.png', 'people-2.png');
		world.sheet.isReadOnly = true;
		expect((await world.run(SUBMIT)).status).toBe('error');
		expect(jobs()).toHaveLength(2);
		expect(column('id')).toEqual(['', '']);
		world.sheet.isReadOnly = false;
		expectSuccess(await world.run(SUBMIT));
		expect(jobs()).toHaveLength(2);
		expect(column('id')).toEqual([jobOf('people-1.png'), jobOf('people-2.png')]);
		expect(column('submitted')).toEqual(['yes', 'yes']);
	});

	test('collects what is completed, marks what failed, and leaves the rest for the next time', async () => {
		orders('people-1.png', 'people-2.png', 'people-3.png', 'blank.png');
		await world.run(SUBMIT);
		const [first, second, third] = column('id').map(String);
		world.emulator.jobs.complete(first);
		world.emulator.jobs.fail(second ?? '', 'The face is too small');
		const { error } = await world.run(COLLECT);
		expect(error?.message).toBe('Jobs that failed: 1. The first: The face is too small');
		expect(fileNames()).toEqual(['order 1.png']);
		expect(world.services.files[0]?.content.subarray(1, 4).toString()).toBe('PNG');
		expect(column('file')).toEqual([linkTo('order 1.png'), '', '', '']);
		expect(column('status')).toEqual(['completed', 'failed', 'queued', '']);
		expect(column('error').slice(0, 3)).toEqual(['', 'The face is too small', '']);
		expect(column('id')).toEqual([first, second, third, '']);

		world.emulator.jobs.complete(third);
		world.emulator.requests.length = 0;
		expectSuccess(await world.run(COLLECT));
		expect(world.emulator.requestsTo('/listbyids').map(({ query }) => query._ids)).toEqual([third]);
		expect(fileNames()).toEqual(['order 1.png', 'order 3.png']);
		expect(column('status')).toEqual(['completed', 'failed', 'completed', '']);

		world.emulator.requests.length = 0;
		expectSuccess(await world.run(COLLECT));
		expect(world.emulator.requests).toEqual([]);
	});

	test('tries a file that the drive refused again the next time, and says so of a row that can not be looked at', async () => {
		orders('people-1.png', 'people-2.png', 'people-3.png');
		await world.run(SUBMIT);
		world.emulator.jobs.complete();
		world.services.refused.add('order 2.png');
		world.sheet.rows[2]!.id = 'a'.repeat(24);
		expectSuccess(await world.run(COLLECT));
		expect(fileNames()).toEqual(['order 1.png']);
		expect(column('file')).toEqual([linkTo('order 1.png'), '', '']);
		expect(column('error')).toEqual(['', '', expect.stringContaining('knows no')]);
		expect(column('status')[1]).toBe('queued');

		world.services.refused.clear();
		world.sheet.rows[2]!.id = jobOf('people-3.png') ?? '';
		expectSuccess(await world.run(COLLECT));
		expect(fileNames()).toEqual(['order 1.png', 'order 2.png', 'order 3.png']);
		expect(column('status')).toEqual(['completed', 'completed', 'completed']);
		expect(column('error')).toEqual(['', '', '']);
	});
});
