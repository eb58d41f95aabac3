import fc from 'fast-check';
import { candidatesOf, entriesOf, keptIn } from '../../../nodes/shared/run/keys/keptJob';

const FIELDS = { prompt: '0a1b2c', 'size of it': 'ffff' };
const JOB = { id: '69d3fb64afebede10d4e8eb2', at: 1_790_000_000_123 };

/** What a store tells that is asked for all candidates. */
const found = (entries: readonly string[], fields = FIELDS as Record<string, string>) =>
	candidatesOf(fields).filter((entry) => entries.includes(entry));

test('any job is read as it was kept, in any order', () => {
	const ids = fc.oneof(fc.stringMatching(/^[0-9a-f]{24}$/), fc.uuid(), fc.stringMatching(/^[\w.:-]{1,15}$/));
	fc.assert(
		fc.property(ids, fc.option(ids, { nil: undefined }), fc.nat(4_000_000_000_000), (id, jobId, at) => {
			const entries = found(entriesOf({ id, jobId, at }, FIELDS)).reverse();
			expect(keptIn(entries, FIELDS)).toEqual({ job: { id, jobId, at }, others: [] });
		}),
	);
});

test('a job ID that there is no place for is left out, never cut', () => {
	const jobId = 'Zz'.repeat(40);
	const entries = found(entriesOf({ ...JOB, jobId }, FIELDS));
	expect(keptIn(entries, FIELDS)).toEqual({ job: JOB, others: [] });
});

test('the parameters that differ are named', () => {
	const entries = entriesOf(JOB, FIELDS);
	const read = (fields: Record<string, string>) => keptIn(found(entries, fields), fields)?.others;
	expect(read({ ...FIELDS, prompt: 'other' })).toEqual(['prompt', '']);
	expect(read({ ...FIELDS, more: '1' })).toEqual(['more']);
	expect(read({ prompt: FIELDS.prompt })).toEqual(['']);
});

test.each([
	['nothing', []],
	['a part of it', entriesOf(JOB, FIELDS).slice(3)],
	['all candidates, as while it is read', candidatesOf(FIELDS)],
	[
		'those of two jobs',
		[...entriesOf(JOB, FIELDS), ...entriesOf({ ...JOB, id: `7${JOB.id.slice(1)}` }, FIELDS)],
	],
	['an ID that is too long to keep', entriesOf({ ...JOB, id: 'x'.repeat(80) }, FIELDS)],
])('%s is no job', (_name, entries) => {
	expect(keptIn(found(entries), FIELDS)).toBeUndefined();
});
