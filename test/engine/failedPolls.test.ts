import type { FaultSpec } from '../emulator';
import { GOES_ON, swap } from '../support/bench';
import { suspendedBench } from '../support/suspended';

/* A wait whose polls fail ends at its Timeout with the reason. The world (test/world) meets each limit in each outage. */

const { bench, store } = suspendedBench({ callbacks: { lost: true } });
const READS = 'listbyids';
afterEach(() => {
	bench.engine.saveCredential({
		...bench.engine.readCredential(),
		clientSecret: bench.emulator.clientSecret,
	});
});

test.each<[string, FaultSpec | undefined, RegExp]>([
	['a wrong secret', undefined, /secret|token|credential/i],
	['code 1200', { kind: 'code', code: 1200 }, /1200|ban/i],
	['code 1006', { kind: 'code', code: 1006 }, /1006|quota|credit/i],
	['HTTP 503', { kind: 'httpStatus', status: 503 }, /503/],
])(
	'a run whose polls get %s shows the reason until its Timeout, and then in its failure',
	async (_, fault, why) => {
		const options = { timeout: 8, onTimeout: `={{ $json.row === 0 ? 'error' : 'returnPending' }}` };
		const run = await store(swap({ waitMethod: 'callback', ...options }, GOES_ON), 2);
		const clientSecret = 'a-wrong-secret-of-32-characters-';
		if (fault) bench.emulator.faults.add({ ...fault, times: Infinity });
		else bench.engine.saveCredential({ ...bench.engine.readCredential(), clientSecret, accessToken: '' });
		await run.wake();
		const hint = run.result!.runs('Node').at(-1)?.hints?.[0]?.message;
		expect([run.status, hint]).toEqual([
			'waiting',
			expect.stringMatching(new RegExp(`The last poll was refused: .*(?:${why.source})`, 'i')),
		]);
		expect(bench.engine.logs.messages('info').at(-1)).toContain('The last poll was refused: ');
		const [failed, pending] = (await run.toTheEnd(20)).json('Node');
		expect(failed?.error).toContain('was still queued after');
		expect(Object(failed?.details).description).toMatch(why);
		expect(pending).toMatchObject({ timedOut: true, status: 'queued' });
	},
);

test('a completed record without its address is read again by a woken run', async () => {
	const run = await store(swap({ downloadResult: true, modifyImage: bench.media('people-2.png') }), 1);
	bench.emulator.jobs.complete();
	bench.answer(READS, { result: [{ _id: bench.created.at(-1)?.id, faceswap_status: 3, url: '' }] }, 4);
	const result = await run.toTheEnd();
	expect(run.legs).toBe(2);
	expect(result.json('Node')).toMatchObject([{ status: 'completed', resultUrl: expect.any(String) }]);
	expect(result.output('Node')[0]?.binary).toBeDefined();
});
