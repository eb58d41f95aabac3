import { Client } from '../emulator/support/client';
import { linkTo } from '../support/substitutes/services';
import { expectSuccess, useExamples } from './world';

const EXAMPLE = 'results-about-to-expire';
const DAY_MS = 24 * 60 * 60 * 1000;

describe('results that are about to expire', () => {
	let daysAgo = 0;
	const world = useExamples({ now: () => Date.now() - daysAgo * DAY_MS }, ['id', 'name', 'file']);

	/** Results of swaps that were made so many days ago. */
	async function results(...ages: number[]): Promise<void> {
		const client = await new Client(world.emulator).signIn();
		const picture = world.media('people-1.png');
		const [opts = ''] = await client.opts(picture);
		for (const days of ages) {
			daysAgo = days;
			const face = [{ path: picture, opts }];
			const { data } = await client.post('/faceswap/highquality/specifyimage', {
				targetImage: face,
				sourceImage: face,
				face_enhance: 0,
				modifyImage: picture,
			});
			world.sheet.rows.push({ id: String(data._id), name: `${days} days old` });
		}
		world.emulator.jobs.complete();
		daysAgo = 0;
	}
	beforeEach(() => {
		daysAgo = 0;
		world.emulator.requests.length = 0;
	});
	const files = () => world.services.files.map(({ name }) => name);

	test('saves those that expire within two days, and leaves the young ones and the saved ones alone', async () => {
		await results(1, 5.5, 6.5, 6);
		world.sheet.rows[3]!.file = 'https://example.com/drive/saved';
		expectSuccess(await world.run(EXAMPLE));
		expect(files()).toEqual(['5.5 days old.png', '6.5 days old.png']);
		expect(world.sheet.column('file')).toEqual([
			'',
			linkTo('5.5 days old.png'),
			linkTo('6.5 days old.png'),
			'https://example.com/drive/saved',
		]);
		expect(world.services.messages).toEqual([]);

		expectSuccess(await world.run(EXAMPLE));
		expect(files()).toHaveLength(2);
	});

	test('tells the team of those that are gone, and saves the others', async () => {
		await results(8, 6);
		world.sheet.rows.push({ id: 'b'.repeat(24), name: 'deleted' });
		expectSuccess(await world.run(EXAMPLE));
		expect(files()).toEqual(['6 days old.png']);
		expect(world.services.messages).toHaveLength(2);
		expect(world.services.messages).toContainEqual(expect.stringContaining('"deleted" could not be saved'));
		expect(world.services.messages).toContainEqual(expect.stringContaining('"8 days old" could not be saved'));
		expect(world.sheet.column('file')).toEqual(['', linkTo('6 days old.png'), '']);
	});
});
