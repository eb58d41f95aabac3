import { createLimit } from '../../nodes/shared/async/limit';
import type { FaultSpec } from '../emulator';
import { outcomeOf, type CallNode, type Outcome } from '../support/callNode';
import { TransportBench, create, read } from '../support/transportBench';

const bench = new TransportBench();

/** Makes a node send creates, a few at a time, and returns their outcomes. */
function sends(call: CallNode, count: number, atATime: number): Outcome[] {
	const outcomes: Outcome[] = [];
	call.script = async (transport, waits) => {
		const limit = createLimit(atATime);
		const all = Array.from({ length: count }, async () => {
			await limit(async () => void outcomes.push(await outcomeOf(transport, waits, create)));
		});
		await Promise.all(all);
	};
	return outcomes;
}

const failed = (outcomes: Outcome[]) => outcomes.flatMap(({ error }) => (error ? [error.message] : []));

test.each([200, 401] as const)(
	'a token that expires in mid-run is renewed once (HTTP %p)',
	async (status) => {
		bench.emulator.shapes.authHttpStatus = status;
		await bench.send(read);
		const stale = bench.engine.readCredential().accessToken;
		bench.emulator.expireTokens();
		const before = bench.emulator.tokensIssued;
		const outcomes = sends(bench.call, 20, 20);
		await bench.start().finished;
		expect([outcomes.length, failed(outcomes)]).toEqual([20, []]);
		expect(bench.emulator.tokensIssued - before).toBe(1);
		expect(bench.engine.readCredential().accessToken).not.toBe(stale);
	},
);

test('a token that a gateway rejects with HTTP 401 is named in the error, because the key pair was accepted', async () => {
	const fault: FaultSpec = { kind: 'httpStatus', status: 401, times: Infinity, match: { path: read.path } };
	const { error } = await bench.send(read, fault);
	expect(error?.message).toBe('The service did not accept the access token, or it has expired (HTTP 401)');
});
