import { ClaimTable } from '../support/claimTable';
import { expectSuccess, useExamples } from './world';

ClaimTable.install();

describe('the nightly run that nobody watches', () => {
	const world = useExamples();
	const run = async () => await world.run('nightly-run');
	const orders = (...pictures: string[]) => {
		world.sheet.rows = pictures.map((picture, index) => ({
			order: `order ${index + 1}`,
			picture: world.media(picture),
			newFace: world.media('portrait-ada.png'),
		}));
	};
	const saved = () => world.services.files.map(({ name }) => name);

	test('saves all pictures, and ends well', async () => {
		orders('people-1.png', 'people-3.png');
		expectSuccess(await run());
		expect(saved()).toEqual(['order 1.png', 'order 2.png']);
	});

	test('saves what was made, and then ends with an error that tells what failed', async () => {
		orders('people-1.png', 'blank.png', 'people-3.png');
		const { error } = await run();
		expect(error?.message).toMatch(/^1 of 3 rows failed\. The first: order 2: .*face/i);
		expect(saved()).toEqual(['order 1.png', 'order 3.png']);
	});

	test('ends with an error when every row is refused', async () => {
		orders('people-1.png', 'people-3.png');
		world.emulator.setBanned(true);
		expect((await run()).error?.message).toMatch(/^2 of 2 rows failed/);
		expect(saved()).toEqual([]);
	});

	test('run again after a row was corrected, pays for that row alone', async () => {
		orders('people-1.png', 'blank.png');
		await run();
		world.sheet.rows[1]!.picture = world.media('people-2.png');
		expectSuccess(await run());
		expect(world.emulator.jobs.created()).toHaveLength(2);
		expect(saved()).toEqual(['order 1.png', 'order 1.png', 'order 2.png']);
	});
});

describe('the Error Workflow', () => {
	const world = useExamples();
	const run = async (json: object) => {
		expectSuccess(await world.run('error-workflow', { input: [{ ...json }] }));
		return world.services.messages;
	};

	test('tells which run failed, where and why', async () => {
		const execution = {
			...{ id: '7', url: 'https://example.com/7', lastNodeExecuted: 'Swap the Faces' },
			error: { message: 'The account is banned' },
		};
		expect(await run({ execution, workflow: { name: 'Orders' } })).toEqual([
			'Orders failed at Swap the Faces: The account is banned https://example.com/7',
		]);
	});

	test('tells of a trigger that failed, too', async () => {
		const trigger = { error: { message: 'No connection' } };
		const [message] = await run({ trigger, workflow: { name: 'Orders' } });
		expect(message?.trim()).toBe('Orders failed: No connection');
	});
});
