import '../support/fastClock';
import type { FaultSpec } from '../emulator';
import { setUp } from '../support/bench';
import { runnerOf } from '../support/runner';

/* A token that has to be renewed while paid jobs run. */

const bench = setUp({ jobMs: 3_600_000 });
const generate = runnerOf(() => bench.engine, 'imageGeneration', 'image.generate', {
	prompt: 'A lighthouse',
});
const items = [{ n: 1 }, { n: 2 }, { n: 3 }];

test.each<[string, Omit<FaultSpec, 'match'>]>([
	['a gateway that is down', { kind: 'html', status: 502 }],
	['the code 500 with HTTP 200', { kind: 'httpStatus', status: 200, body: '{"code":500,"msg":"Internal"}' }],
	['an unknown code', { kind: 'code', code: 9_999 }],
])('%s in place of the token costs a poll, but no job', async (_what, fault) => {
	const { length: before } = bench.created;
	const run = generate({ waitForCompletion: true, downloadResult: false }, items);
	const { length: looks } = bench.emulator.requestsTo('infobymodelid');
	while (bench.created.length < before + 3 || bench.emulator.requestsTo('infobymodelid').length === looks)
		await new Promise((resolve) => setTimeout(resolve, 5));
	const tokens = bench.emulator.requestsTo('getToken').length;
	bench.emulator.faults.add({ ...fault, match: { path: 'getToken' } } as FaultSpec);
	bench.emulator.expireTokens();
	while (bench.emulator.requestsTo('getToken').length < tokens + 2)
		await new Promise((resolve) => setTimeout(resolve, 5));
	bench.emulator.jobs.complete();
	expect((await run).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
});
