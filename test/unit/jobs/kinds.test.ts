import { jobKinds, mergeStates, type JobKind, type JobState } from '../../../nodes/shared/jobs/kinds';
import { jobItem, resultUrlsOf } from '../../../nodes/shared/jobs/output';

/** What a look at a record finds. */
function look(kind: JobKind, record: object, id = 'a'): JobState {
	const [state] = kind.read.answer([id]).parse({ _id: id, ...record });
	if (state === undefined) throw new Error('No record');
	return state;
}

describe('a translation with both videos in its record', () => {
	const plain = 'https://example.com/plain.mp4';
	const synced = 'https://example.com/synced.mp4';
	const both = { video_status: 3, video: plain, lipsync_video_url: synced };
	const created = (answer: object) => jobKinds.video.created.parse({ _id: 'a', video_status: 1, ...answer });

	test.each<[string, object, object, string[]]>([
		['the create said that it was not', { lipsync: false }, {}, [plain, synced]],
		['the create said that it was', { lipsync: true }, {}, [synced, plain]],
		['the record says that it was not', {}, { lipsync: false }, [plain, synced]],
		['the record says 0', {}, { lipsync: 0 }, [plain, synced]],
		['the record says otherwise than the create', { lipsync: false }, { lipsync: true }, [synced, plain]],
		['nobody says', {}, {}, [synced, plain]],
	])('gives the one that was asked for, and then the other, where %s', (_name, asked, record, urls) => {
		const state = mergeStates(created(asked), look(jobKinds.video, { ...both, ...record }));
		const item = jobItem({ kind: jobKinds.video, state }, true);
		expect(item).toMatchObject({ resultUrl: urls[0], resultUrls: urls });
		expect(resultUrlsOf(state)).toEqual([urls[0]]);
	});
});

describe('an avatar', () => {
	test('goes out with what videos and sessions take it by, also where a later answer leaves it out', () => {
		const created = jobKinds.avatar.created.parse([{ _id: 'r1', avatar_id: 'anna', status: 1 }]);
		const state = mergeStates(created, look(jobKinds.avatar, { status: 3 }, 'r1'));
		expect(jobItem({ kind: jobKinds.avatar, state }, true)).toMatchObject({ id: 'r1', avatarId: 'anna' });
	});
});

test.each<[object, string | undefined]>([
	[{ error_code: 1203 }, 'The video has no sound (code 1203)'],
	[{ error_code: '1203', error_reason: 'Too quiet' }, 'Too quiet (code 1203)'],
	[{ error_code: 99 }, 'code 99'],
	[{ error_code: 1000 }, 'code 1000'],
	[{ error_code: 0 }, undefined],
	[{}, undefined],
])('a failed job with %j has a reason that a person can read', (record, reason) => {
	expect(look(jobKinds.video, { video_status: 4, ...record }).reason).toBe(reason);
});

test.each([
	['2026-01-01T10:00:00', '2026-01-01T10:00:00.000Z'],
	['2026-01-01 10:00:00', '2026-01-01T10:00:00.000Z'],
	['2026-01-01T10:00:00.5Z', '2026-01-01T10:00:00.500Z'],
	['2026-01-01T10:00:00+02:00', '2026-01-01T08:00:00.000Z'],
	['soon', undefined],
])('the date %p is %p, wherever n8n is', (createdAt, expected) => {
	const [state] = jobKinds.faceSwap.read.answer(['a']).parse([{ _id: 'a', faceswap_status: 3, createdAt }]);
	expect(state?.createdAt).toBe(expected);
});
