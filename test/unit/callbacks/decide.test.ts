import fc from 'fast-check';
import { decide, type Grounds } from '../../../nodes/MediaGenerationTrigger/decide';
import { inTurn, openMemory, type Confirmation } from '../../../nodes/shared/callbacks/confirm';
import type { Callback } from '../../../nodes/shared/callbacks/open';
import { jobKinds } from '../../../nodes/shared/jobs/kinds';

const ID = 'r1';
type Status = 'processing' | 'completed' | 'failed';

const usual = { id: ID, status: 'completed', type: 'image', signed: true } as const;
const callback = (over: Partial<Callback> = {}): Callback => ({ ...usual, ...over });
const confirmed = (status: Status = 'completed', isBehind = false): Confirmation => ({
	kind: jobKinds.image,
	state: { id: ID, status, record: {} },
	isBehind,
});

let scopes = 0;
/** Grounds with their own memory. */
function grounds(confirm: Grounds['confirm'] = async () => confirmed()): Grounds {
	scopes += 1;
	const [events, kinds] = [['completed', 'failed', 'processing'], Object.keys(jobKinds)];
	const options = { deduplicate: true, maximumAge: 0 };
	const settings = { events, kinds, accept: 'signedOrPlain', simplify: true, options } as const;
	return { settings, memory: openMemory(`test ${scopes}`, {}), confirm, now: 0 };
}

test('each event of a job starts at most one run, in any order of signed, plain, early, late and failing deliveries', async () => {
	const outcome = fc.constantFrom<Confirmation | 'unknown'>(
		confirmed('processing'),
		confirmed('completed'),
		confirmed('failed'),
		confirmed('processing', true),
		'unknown',
	);
	const delivery = fc.record({
		signed: fc.boolean(),
		status: fc.constantFrom<Status>('processing', 'completed', 'failed'),
		// The service's answer at the time. Undefined is a failed read.
		says: fc.option(outcome, { nil: undefined }),
	});
	await fc.assert(
		fc.asyncProperty(fc.scheduler(), fc.array(delivery, { maxLength: 25 }), async (scheduler, deliveries) => {
			const shared = grounds();
			const replies = deliveries.map(async ({ signed, status, says }) => {
				const confirm = async (): Promise<Confirmation | undefined> => {
					await scheduler.schedule(Promise.resolve());
					if (says === undefined) throw new Error('unforeseen');
					return says === 'unknown' ? undefined : says;
				};
				return await decide(callback({ signed, status }), { ...shared, confirm }).catch(() => undefined);
			});
			await scheduler.waitFor(Promise.all(replies));
			const ended = await Promise.all(replies);
			const started = ended.flatMap((reply) => (reply?.kind === 'accepted' ? [reply.item?.event] : []));
			expect(new Set(started).size).toBe(started.length);
			// A reply says "repeat" only after a run was started. Only a record that lags behind is asked for again.
			for (const [index, reply] of ended.entries()) {
				const { says } = deliveries[index]!;
				if (reply?.kind === 'repeat') expect(started.length).toBeGreaterThan(0);
				if (typeof says === 'object' && reply?.kind !== 'repeat')
					expect(reply?.httpStatus === 503).toBe(says.isBehind);
			}
			// A later delivery finds nothing locked.
			for (const signed of [true, false]) {
				const last = await decide(callback({ signed }), { ...shared, confirm: async () => confirmed() });
				expect(last.httpStatus).toBe(200);
			}
		}),
		{ numRuns: 500 },
	);
});

test.each([false, true])(
	'ten callbacks are read at a time, and meanwhile the others, signed or not, get their turns (signed: %s)',
	async (signed) => {
		const ends: Array<() => void> = [];
		const task = async () => await new Promise<void>((resolve) => ends.push(resolve));
		const all = Array.from({ length: 100 }, async () => await inTurn(signed, task));
		expect(await inTurn(!signed, async () => await inTurn(!signed, async () => 'taken'))).toBe('taken');
		expect(ends).toHaveLength(10);
		for (const _ of all) {
			while (ends.length === 0) await new Promise(setImmediate);
			ends.shift()?.();
		}
		await Promise.all(all);
	},
);
