import { Client } from '../emulator/support/client';
import { linkTo } from '../support/substitutes/services';
import { expectSuccess, useExamples } from './world';

describe('examples of Face Swap', () => {
	const world = useExamples();
	const bodies = (operation: 'swapImage' | 'swapVideo' | 'reageImage') =>
		world.emulator.jobs.created(operation).map(({ request }) => request);
	const file = (content: Buffer | string | undefined) =>
		Buffer.from(typeof content === 'string' ? content : '', 'base64');

	test('face-swap gives everyone in a picture the new face, through Face Mapper', async () => {
		const result = await world.run('face-swap');
		expectSuccess(result);
		expect(bodies('swapImage')).toEqual([
			expect.objectContaining({
				targetImage: Array.from({ length: 3 }, () => expect.objectContaining({ path: world.media('people-3.png') })),
				sourceImage: Array.from({ length: 3 }, () =>
					expect.objectContaining({ path: world.media('portrait-ada.png') }),
				),
			}),
		]);
		expect(result.output('Face Swap')[0]?.binary?.data?.mimeType).toBe('image/png');
	});

	test('swap-one-face needs one node: it detects, swaps, waits and gives the picture as a file', async () => {
		const result = await world.run('swap-one-face');
		expectSuccess(result);
		const [item] = result.output('Swap the Face');
		expect(item?.json).toMatchObject({ kind: 'faceSwap', status: 'completed' });
		expect(file(item?.binary?.data?.data).subarray(1, 4).toString()).toBe('PNG');
		expect(bodies('swapImage')).toMatchObject([{ modifyImage: world.media('people-1.png') }]);
	});

	test('swap-two-of-three-in-a-video replaces the first and the third face, and leaves the second', async () => {
		const result = await world.run('swap-two-of-three-in-a-video');
		expectSuccess(result);
		const detected = await (await new Client(world.emulator).signIn()).opts(world.media('people-3.png'));
		expect(bodies('swapVideo')).toEqual([
			expect.objectContaining({
				modifyVideo: world.media('three-people.mp4'),
				targetImage: [detected[0], detected[2]].map((opts) => ({ path: world.media('people-3.png'), opts })),
				sourceImage: ['kim', 'lea'].map((name) => ({
					path: world.media(`portrait-${name}.png`),
					opts: expect.any(String),
				})),
			}),
		]);
		expect(result.output('Swap the First and the Third Face')[0]?.binary?.data?.fileExtension).toBe('mp4');
	});

	test('portrait-at-five-ages makes five pictures of one detection, and saves each under its years', async () => {
		expectSuccess(await world.run('portrait-at-five-ages'));
		const years = bodies('reageImage').map(({ face_reage }) => Number(face_reage));
		expect(years.sort((a, b) => a - b)).toEqual([-30, -15, 10, 20, 30]);
		expect(world.emulator.requestsTo('/detect')).toHaveLength(1);
		expect(world.services.files.map(({ name }) => name)).toEqual([
			'portrait -30 years.png',
			'portrait -15 years.png',
			'portrait +10 years.png',
			'portrait +20 years.png',
			'portrait +30 years.png',
		]);
	});

	test('failures-back-into-the-sheet writes into each row what became of it, and whether it may be run again', async () => {
		const pictures = ['people-1.png', 'blank.png', 'people-2.png', 'people-3.png'];
		world.sheet.rows = pictures.map((picture, index) => ({
			order: index + 1,
			picture: world.media(picture),
			newFace: world.media('portrait-ben.png'),
		}));
		world.emulator.jobs.next({ status: 4, reason: 'The face is too small' }, { operation: 'swapImage' });
		expectSuccess(await world.run('failures-back-into-the-sheet'));
		const [failed, ...completed] = world.emulator.jobs.created();
		const rowOf = (id = '') => world.sheet.rows.find((row) => row.id === id);
		expect(world.emulator.jobs.created()).toHaveLength(3);
		expect(rowOf(failed?.id)).toMatchObject({
			submitted: 'yes',
			status: 'failed',
			error: expect.stringContaining('The face is too small'),
		});
		expect(rowOf(failed?.id)?.file ?? '').toBe('');
		for (const { id } of completed) {
			const row = rowOf(id);
			expect(row).toMatchObject({ submitted: 'yes', status: 'completed', file: linkTo(`${row?.order}.png`) });
		}
		expect(world.sheet.rows[1]).toMatchObject({ submitted: 'no', error: expect.stringContaining('face') });
		expect(world.services.files).toHaveLength(2);

		world.sheet.rows[1]!.picture = world.media('people-1.png');
		expectSuccess(await world.run('failures-back-into-the-sheet'));
		expect(world.emulator.jobs.created()).toHaveLength(4);
		expect(world.sheet.rows[1]).toMatchObject({ submitted: 'yes', status: 'completed', error: '' });
	});

	test('failures-back-into-the-sheet writes down what was paid before it saves: a drive that is full costs nothing twice', async () => {
		world.sheet.rows = [
			{ order: 1, picture: world.media('people-1.png'), newFace: world.media('portrait-ben.png') },
		];
		world.services.refused.add('1.png');
		expect((await world.run('failures-back-into-the-sheet')).status).toBe('error');
		const [job] = world.emulator.jobs.created();
		expect(world.sheet.rows).toMatchObject([{ submitted: 'yes', id: job?.id, status: 'completed' }]);
		expectSuccess(await world.run('failures-back-into-the-sheet'));
		expect(world.emulator.jobs.created()).toHaveLength(1);

		world.services.refused.clear();
		expectSuccess(await world.run('night-batch-2-collect'));
		expect(world.sheet.column('file')).toEqual([linkTo('1.png')]);
	});
});
