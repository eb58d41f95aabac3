import { jobKinds, type JobKind } from '../../../nodes/shared/jobs/kinds';
import { jobItem } from '../../../nodes/shared/jobs/output';
import { readJobs } from '../../../nodes/shared/jobs/read';
import { openEnvelope } from '../../../nodes/shared/transport/envelope';
import type { ServiceRequest } from '../../../nodes/shared/service/request';
import type { Schema } from '../../../nodes/shared/service/schema';
import type { Transport } from '../../../nodes/shared/transport/transport';

const { faceSwap, image, video } = jobKinds;

/** The IDs that a read finds, and the number of its calls. The service answers with `answerOf` the asked IDs. */
async function reading(kind: JobKind, ids: string[], answerOf: (asked: string[]) => unknown) {
	let calls = 0;
	const send = async <T>(request: ServiceRequest, answer: Schema<T>): Promise<T> => {
		calls += 1;
		return answer.parse(answerOf(String(Object.values(request.query ?? {})[0]).split(',')));
	};
	const found = await readJobs({ send } as Transport, kind, ids);
	return { found: [...found.keys()], calls };
}

const ids = Array.from({ length: 15 }, (_, index) => `job-${index}`);
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

test.each([
	['another record', { _id: 'b', image_status: 3, image: 'https://media.example.com/b.png' }, []],
	['a list without it', [{ _id: 'b', image_status: 3 }], []],
	['its record', { _id: ' a', image_status: 3 }, ['a']],
	['its record among others', [{ _id: 'b' }, { _id: 'a', image_status: 3 }], ['a']],
])('a read of one ID that is answered with %s finds only its own', async (_name, answer, found) => {
	expect((await reading(image, ['a'], () => answer)).found).toEqual(found);
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
