import { faceSwap, rows, setUp, swap } from '../support/bench';

const bench = setUp();
const goingOn = { onError: 'continueRegularOutput' as const };
const sent = () => bench.emulator.requestsTo('specifyimage');

test('yes and no are taken as a spreadsheet writes them', async () => {
	const input = rows(2).map((row, index) => ({ ...row, enhance: index === 0 ? 'TRUE' : ' False ' }));
	await bench.engine.run(swap({ options: { faceEnhance: '={{ $json.enhance }}' } }), { input });
	expect(
		sent()
			.map(({ body }) => (body as { face_enhance?: number }).face_enhance)
			.sort(),
	).toEqual([0, 1]);
});

test('a cell with nothing but spaces is an empty one where nothing is needed', async () => {
	const result = await bench.engine.run(
		swap({
			waitForCompletion: false,
			webhookUrl: '={{ $json.blank }}',
			options: { reference: '={{ $json.blank }}', minimumCredit: '={{ $json.blank }}' },
		}),
		{ input: rows(1).map((row) => ({ ...row, blank: '  ' })) },
	);
	expect(result.error).toBeUndefined();
	expect(result.json('Node')[0]).not.toHaveProperty('reference');
	expect(sent()[0]?.body).not.toHaveProperty('webhookUrl');
});

test.each([
	['a text', '=row {{ $json.row }}', 'row 7'],
	['a number, as of a row', '={{ $json.row }}', '7'],
	['nothing but spaces', '={{ " " }}', undefined],
])(
	'a row that was refused before anything was sent says by its reference which one it is: %s',
	async (_what, given, reference) => {
		const input = [{ picture: 'no address', row: 7 }];
		const result = await bench.engine.run(swap({ options: { reference: given } }, goingOn), { input });
		const [{ error, details }] = result.json('Node') as [{ error: string; details: object }];
		expect(error).toContain('Picture to Change');
		expect(details).toMatchObject({ submitted: 'no', kind: 'faceSwap' });
		expect(Object(details).reference).toBe(reference);
	},
);

test('one bad row keeps the node from any call when it stops on failures', async () => {
	const input = [{ ids: 'a' }, { ids: 'b' }, { ids: '' }];
	const { error } = await bench.engine.run(faceSwap('result', 'delete', { ids: '={{ $json.ids }}' }), {
		input,
	});
	expect(error?.message).toContain('IDs must be filled in');
	expect(error).toMatchObject({ context: { itemIndex: 2 } });
	expect(bench.emulator.requestsTo('delbyids')).toHaveLength(0);
});

test('an object of any size in the place of an address is quoted in part', async () => {
	const input = [{ picture: { blob: 'x'.repeat(100_000) } }];
	const result = await bench.engine.run(swap({}, goingOn), { input });
	expect(String(result.json('Node')[0]?.error).length).toBeLessThan(400);
});
