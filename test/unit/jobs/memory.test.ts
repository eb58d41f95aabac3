import fc from 'fast-check';
import { createJobMemory, fingerprintOf } from '../../../nodes/shared/jobs/memory';

const streamUrls = { serverChatRoomUrl: 'wss://chat.example.com/server_1' };
const handle = { id: 'a', jobId: 'job-a', submittedAt: 1_900_000_000_000, streamUrls };

/** What n8n does with a context between the tries of an execution: through its database and back. */
const stored = (context: Record<string, unknown>): Record<string, unknown> =>
	JSON.parse(JSON.stringify(context));

test('a handle comes back in the next try, through the database too', () => {
	const context: Record<string, unknown> = {};
	createJobMemory(context, 0).keep(3, 'print', handle);
	expect(createJobMemory(stored(context), 0).recall(3, 'print')).toEqual(handle);
});

test('a handle is that of one run, one item and one input alone', () => {
	const context: Record<string, unknown> = {};
	createJobMemory(context, 0).keep(3, 'print', handle);
	expect(createJobMemory(context, 1).recall(3, 'print')).toBeUndefined();
	expect(createJobMemory(context, 0).recall(2, 'print')).toBeUndefined();
	expect(createJobMemory(context, 0).recall(3, 'other')).toBeUndefined();
});

test('a handle is found by any part of its fingerprint, and kept once', () => {
	const context: Record<string, unknown> = {};
	const memory = createJobMemory(context, 0);
	memory.keep(3, 'asked.input', handle);
	for (const print of ['asked.other', 'other.input', 'input'])
		expect(memory.recall(3, print)).toEqual(handle);
	expect(memory.recall(3, 'other.others')).toBeUndefined();
	memory.keep(3, 'mended.input', { ...handle, id: 'b' });
	expect(memory.recall(3, 'asked.input')?.id).toBe('b');
	memory.drop(3, 'asked.other');
	expect(context).toEqual({});
});

test('a handle that is dropped is gone, the others stay', () => {
	const context: Record<string, unknown> = {};
	const memory = createJobMemory(context, 0);
	memory.keep(0, 'print', handle);
	memory.keep(1, 'print', { ...handle, id: 'b' });
	memory.drop(0, 'print');
	expect(createJobMemory(stored(context), 0).recall(0, 'print')).toBeUndefined();
	expect(createJobMemory(stored(context), 0).recall(1, 'print')?.id).toBe('b');
});

test('a cleared memory leaves nothing in the context, and what others keep there alone', () => {
	const context: Record<string, unknown> = { mine: 1 };
	createJobMemory(context, 1).keep(0, 'print', handle);
	const memory = createJobMemory(context, 0);
	memory.keep(0, 'print', handle);
	memory.clear();
	expect(Object.keys(context)).toEqual(['mine', 'jobs-1']);
});

test('a doubt about a create comes back in the next try, beside the handles, and goes when all is cleared', () => {
	const context: Record<string, unknown> = {};
	const memory = createJobMemory(context, 0);
	memory.keep(0, 'print', handle);
	memory.doubt(1, 'print', 'The connection broke');
	const next = createJobMemory(stored(context), 0);
	expect(next.doubtOf(1, 'print')).toBe('The connection broke');
	expect([next.doubtOf(0, 'print'), next.recall(1, 'print')]).toEqual([undefined, undefined]);
	expect(next.recall(0, 'print')).toEqual(handle);
	memory.clear();
	expect(context).toEqual({});
});

test('whatever is in the context, it is no handle unless it looks like one', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (rubbish) => {
			const context: Record<string, unknown> = { 'jobs-0': rubbish };
			const memory = createJobMemory(context, 0);
			expect(memory.recall(0, 'print')).toBeUndefined();
			memory.keep(0, 'print', handle);
			expect(createJobMemory(stored(context), 0).recall(0, 'print')).toEqual(handle);
		}),
	);
});

test('one damaged handle does not lose the others: they were paid for', () => {
	const context: Record<string, unknown> = {};
	createJobMemory(context, 0).keep(0, 'print', handle);
	Object.assign(context['jobs-0'] as object, { '1-print': { id: 7 } });
	expect(createJobMemory(context, 0).recall(0, 'print')).toEqual(handle);
	expect(createJobMemory(context, 0).recall(1, 'print')).toBeUndefined();
});

test('a fingerprint is the same for the same parts, and another for others', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
			expect(fingerprintOf('swap', one)).toBe(fingerprintOf('swap', JSON.parse(JSON.stringify(one))));
			const same = JSON.stringify(one) === JSON.stringify(other);
			expect(fingerprintOf('swap', one) === fingerprintOf('swap', other)).toBe(same);
		}),
	);
});
