import { jobKinds, requestToChange, type JobKind } from '../../../nodes/shared/jobs/kinds';
import { jobItem } from '../../../nodes/shared/jobs/output';
import { readJobs } from '../../../nodes/shared/jobs/read';
import { openEnvelope } from '../../../nodes/shared/transport/verdict';
import { Failure, type Scope } from '../../../nodes/shared/service/failure';
import type { ServiceRequest } from '../../../nodes/shared/service/request';
import type { Schema } from '../../../nodes/shared/service/schema';
import type { Transport } from '../../../nodes/shared/transport/transport';

const { faceSwap, image, video } = jobKinds;

/** The IDs that a read finds, and the number of its calls. The service answers with `answerOf` the asked IDs. */
async function reading(kind: JobKind, ids: string[], answerOf: (asked: string[]) => unknown) {
	let calls = 0;
	const send = async <T>(request: ServiceRequest, answer: Schema<T>): Promise<T> => {
		calls += 1;
		await new Promise(setImmediate);
		return answer.parse(answerOf(String(Object.values(request.query ?? {})[0]).split(',')));
	};
	const found = await readJobs({ send } as Transport, kind, ids);
	const refused = [...found.values()].filter((answer) => answer instanceof Failure).length;
	return { found: [...found.keys()], refused, calls };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `job-${index}`);
const ids = many(15);
const records = (asked: string[]) => asked.map((_id) => ({ _id, faceswap_status: 3 }));

test.each<[string, (asked: string[]) => string[], number, number]>([
	['10 of the asked records at most', (asked) => asked.slice(0, 10), 15, 2],
	['all but one record, which it does not know', (asked) => asked.filter((id) => id !== 'job-3'), 14, 2],
	['no record', () => [], 0, 1],
	['all records', (asked) => asked, 15, 1],
])(
	'a list that gives %s is asked once more for the missing ones alone',
	async (_name, given, found, calls) => {
		const read = await reading(faceSwap, ids, (asked) => ({ result: records(given(asked)) }));
		expect([read.found.length, read.calls]).toEqual([found, calls]);
	},
);

type Refused = [string, object, Scope, count: number, most: number, refused: number, calls: number];
/* The service takes `most` IDs at a time, and refuses more of them. */
test.each<Refused>([
	...[413, 414, 431].map((httpStatus): Refused => [`HTTP ${httpStatus}`, { httpStatus }, 'row', 15, 4, 0, 7]),
	['HTTP 412', { httpStatus: 412 }, 'row', 15, 4, 15, 1],
	['HTTP 413 and a code of the moment', { httpStatus: 413, errorCode: 1005 }, 'row', 15, 4, 15, 1],
	['the code of an unknown record', { errorCode: 1008 }, 'row', 15, 4, 0, 7],
	['an unknown code', { errorCode: 77 }, 'row', 15, 4, 0, 7],
	['a code of the account', { errorCode: 1008 }, 'run', 15, 4, 15, 1],
	['a refused token', { errorCode: 1101 }, 'row', 15, 4, 15, 1],
	['the code of an unknown record each time', { errorCode: 1008 }, 'row', 100, 0, 100, 199],
	['an unknown code each time, 20 times', { errorCode: 77 }, 'row', 100, 0, 100, 41],
	['HTTP 503', { httpStatus: 503 }, 'row', 600, 0, 600, 6],
])(
	'a list that is refused with %s is read in halves only if that may help',
	async (_, details, scope, count, most, refused, calls) => {
		const answer = (asked: string[]) => {
			if (asked.length > most) throw new Failure('No', 'runAgain', details, { scope });
			return { result: records(asked) };
		};
		const read = await reading(faceSwap, many(count), answer);
		expect([read.found.length, read.refused, read.calls]).toEqual([count, refused, calls]);
	},
);

test.each<[object, Scope]>([
	[{}, 'row'],
	[{ errorCode: 1006 }, 'run'],
])('after a read that fails with %j for a %s, only those under way are sent', async (details, scope) => {
	const answer = () => {
		throw new Failure('No', 'runAgain', details, { scope });
	};
	const calls = [faceSwap, image].map(async (kind) => (await reading(kind, many(600), answer)).calls);
	expect(await Promise.all(calls)).toEqual([4, 10]);
});

test.each([
	['another record', { _id: 'b', image_status: 3, image: 'https://media.example.com/b.png' }, []],
	['a list without it', [{ _id: 'b', image_status: 3 }], []],
	['its record', { _id: ' a', image_status: 3 }, ['a']],
	['its record among others', [{ _id: 'b' }, { _id: 'a', image_status: 3 }], ['a']],
])('a read of one ID that is answered with %s finds only its own', async (_name, answer, found) => {
	expect((await reading(image, ['a'], () => answer)).found).toEqual(found);
});

test('the requests that close, pause and cancel', () => {
	const { group, intent } = requestToChange('pause', 's');
	const of = { method: 'POST', intent, group };
	const session = (action: string, patient: boolean) => ({ path: `/liveAvatar/session/${action}`, patient });
	expect(requestToChange('close', 's')).toEqual({ ...of, ...session('close', true), body: { id: 's' } });
	expect(requestToChange('pause', 's')).toEqual({ ...of, ...session('pause', false), body: { id: 's' } });
	const cancel = { ...of, group: 'faceSwap', path: '/faceswap/job/del', body: { job_ids: 'a,b' } };
	expect(faceSwap.cancel?.(['a', 'b'])).toEqual({ ...cancel, emptyIsDone: true });
});

const first = { _id: 'a', video_status: 1 };
const second = { _id: 'b', video_status: 1 };
test.each<[string, object]>([
	['a list', { data: [first, second] }],
	['all_results beside data', { data: first, all_results: [first, second] }],
	['all_results instead of data', { all_results: [first, second] }],
	['all_results in data', { data: { ...first, all_results: [second] } }],
	['a list of lists', { all_results: [[first], [second]] }],
])('a create that makes two jobs and answers with %s names both', (_name, answer) => {
	const envelope = openEnvelope({ code: 1000, ...answer });
	if (!envelope.ok) throw new Error('It is a success');
	const state = video.created.parse(envelope.data);
	expect(jobItem({ kind: video, state }, true)).toMatchObject({
		id: 'a',
		reason: expect.stringMatching(/ first: b$/),
	});
});
