import { linkTo } from '../support/substitutes/services';
import { ClaimTable } from '../support/claimTable';
import { expectSuccess, useExamples } from './world';

ClaimTable.install();
const EXAMPLE = 'wait-durably-for-videos';
const COLUMNS = ['order', 'video', 'still', 'newFace', 'submitted', 'id', 'status', 'file', 'error'];

describe('the durable wait', () => {
	let jobMs = 3_600_000;
	const world = useExamples({ jobMs: () => jobMs }, COLUMNS);
	beforeEach(() => {
		jobMs = 3_600_000;
		world.sheet.rows = ['people-1.png', 'people-2.png', 'blank.png'].map((still, index) => ({
			order: `order ${index + 1}`,
			video: world.media('clip.mp4'),
			still: world.media(still),
			newFace: world.media('portrait-ada.png'),
		}));
	});
	const column = (name: string) => world.sheet.column(name);

	test('creates every job, and is stored until the next look', async () => {
		const result = await world.run(EXAMPLE, { mode: 'trigger' });
		expect(result.error).toBeUndefined();
		expect(result.status).toBe('waiting');
		expect(world.emulator.jobs.created('swapVideo')).toHaveLength(2);
		const seconds = (Number(result.run.data.waitTill) - Date.now()) / 1_000;
		expect(seconds).toBeGreaterThan(50);
		expect(world.services.files).toEqual([]);

		await world.run(EXAMPLE, { mode: 'trigger' });
		expect(world.emulator.jobs.created()).toHaveLength(2);

		world.emulator.jobs.complete();
		const changes = { executionId: result.executionId, executionData: result.run.data };
		expectSuccess(await world.run(EXAMPLE, changes));
		expect(column('file')).toEqual([linkTo('order 1.mp4'), linkTo('order 2.mp4'), '']);
	});

	test('goes on at once when all are done by then: saves the videos, and writes down what went wrong', async () => {
		jobMs = 0;
		expectSuccess(await world.run(EXAMPLE, { mode: 'trigger' }));
		expect(world.services.files.map(({ name }) => name)).toEqual(['order 1.mp4', 'order 2.mp4']);
		expect(column('file')).toEqual([linkTo('order 1.mp4'), linkTo('order 2.mp4'), '']);
		expect(column('status')).toEqual(['completed', 'completed', '']);
		expect(column('submitted')).toEqual(['yes', 'yes', 'no']);
		expect(column('error')).toEqual(['', '', expect.stringContaining('face')]);
	});

	test('writes the ids down before it saves: a drive that is full costs nothing twice', async () => {
		jobMs = 0;
		world.services.refused.add('order 2.mp4');
		expect((await world.run(EXAMPLE, { mode: 'trigger' })).status).toBe('error');
		expect(column('submitted').slice(0, 2)).toEqual(['yes', 'yes']);
		await world.run(EXAMPLE, { mode: 'trigger' });
		expect(world.emulator.jobs.created()).toHaveLength(2);

		world.services.refused.clear();
		world.services.files.length = 0;
		expectSuccess(await world.run('night-batch-2-collect'));
		expect(column('file').slice(0, 2)).toEqual([linkTo('order 1.mp4'), linkTo('order 2.mp4')]);
	});
});
