import { rows, setUp, swap } from '../support/bench';
const bench = setUp();
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
/** Creates that reached the service, in order, by their pictures. */
const sent = () => bench.bodies('specifyimage').map(({ modifyImage }) => modifyImage);

test.each([
	['stops', {}],
	['continues', { onError: 'continueRegularOutput' }],
] as const)(
	'Retry on Fail of a node that %s reuses its jobs although an expression has a random value',
	async (_, how) => {
		bench.emulator.jobs.next({ status: 4 }, { times: 1 });
		const parameters = {
			modifyImage: '={{ $json.picture }}?t={{ Math.random() }}',
			limits: { concurrentSubmissions: 1 },
		};
		const result = await bench.engine.run(swap(parameters, { ...RETRY, ...how }), { input: rows(4) });
		expect(result.error).toBeUndefined();
		expect(result.json('Node').map(({ status }) => status)).toEqual(Array(4).fill('completed'));
		expect(sent()).toHaveLength(5);
	},
);

test.each([
	['before its first row', () => true],
	['while it sends its rows', () => sent().length === 1],
	['while it polls', () => bench.created.length === 2],
])("a run whose credential can't be read %s waits for n8n's database, and pays once", async (_, hasCome) => {
	const { credentialsHelper } = bench.engine.instance;
	let failures = 6;
	credentialsHelper.onRead = () => {
		if (hasCome() && failures-- > 0) throw new Error('timeout exceeded when trying to connect');
	};
	const result = await bench.engine.run(swap({ limits: { concurrentSubmissions: 1 } }), { input: rows(2) });
	credentialsHelper.onRead = () => {};
	expect(result.error?.message).toBeUndefined();
	expect(result.json('Node').map(({ status }) => status)).toEqual(['completed', 'completed']);
	expect(sent()).toHaveLength(2);
});
