import { jobKinds, type JobState, mergeStates, type JobKind } from '../../../nodes/shared/jobs/kinds';
import { jobItem, toolItem } from '../../../nodes/shared/jobs/output';
import fc from 'fast-check';

const kind = jobKinds.faceSwap;
const createdAt = '2030-01-01T00:00:00.000Z';
const state: JobState = {
	id: 'a',
	jobId: 'job-a',
	status: 'completed',
	resultUrl: 'https://media.example.com/a.png',
	createdAt,
	record: { _id: 'a', faceswap_status: 3 },
};

test('a job is returned with the documented names, and nothing else', () => {
	const more = { resultUrls: ['u', 'v'], progress: 100, credits: 2, reason: 'r', buttons: ['U1'] };
	const { record, ...shown }: JobState = { ...state, ...more };
	const own = { reference: 'row 1', timedOut: true, duplicate: true };
	const itemOf = (status: JobState['status']) =>
		jobItem({ kind, state: { ...shown, record, status }, ...own }, true);
	const made = { ...shown, ...own, kind: 'faceSwap', expiresAt: '2030-01-08T00:00:00.000Z' };
	expect(itemOf('completed')).toEqual(made);
	const { expiresAt: _expiresAt, ...failed } = { ...made, status: 'failed' };
	expect(itemOf('failed')).toEqual(failed);
	// Before the end, credits and the progress of a queue are guesses.
	const { credits: _credits, ...processing } = { ...failed, status: 'processing' };
	expect(itemOf('processing')).toEqual(processing);
	const { progress: _progress, ...queued } = { ...processing, status: 'queued' };
	expect(itemOf('queued')).toEqual(queued);
});

test('with Simplify off, the item also has the wait, the number of polls, and the record without an address that wakes a run', () => {
	const { record } = state;
	const webhookUrl = 'https://n8n.example.com/webhook-waiting/7/media-generation?signature=a';
	const own = { webhookUrl: 'https://n8n.example.com/webhook/media?reference=a' };
	const echoed = { ...state, record: { ...record, webhookUrl, source_data: { webhookUrl, own } } };
	const report = { kind, state: echoed, waitedMs: 12_345, statusChecks: 4 };
	expect(jobItem(report, false)).toMatchObject({ waitedSeconds: 12.3, statusChecks: 4 });
	expect(jobItem(report, false).record).toEqual({ ...record, source_data: { own } });
	expect(jobItem(report, true)).not.toHaveProperty('waitedSeconds');
});

const NEXT = 'The job continues. In about 30 seconds call the tool that gets';
const COSTS = 'The session costs credits until you call the tool that closes it with this ID.';
const AGAIN = 'the same call again within 15 minutes gives this';
const SOON = 'In about 10 seconds call the tool that gets a live avatar session by its ID';
const tellOf = (of: JobKind, status: JobState['status'], isMade = false, unknownStatus?: string) => {
	const state = { id: 'a', status, unknownStatus, record: {}, streamUrls: { url: 'u' } };
	expect(toolItem({ kind: of, state }, false)).toHaveProperty('streamUrls');
	const { id: _id, kind: _kind, status: _status, ...told } = toolItem({ kind: of, state, isMade }, true);
	return told;
};
test('a tool tells a model what to do next, without the tokens of streams', () => {
	const { image, video, liveAvatarSession: session } = jobKinds;
	const [get, next] = [`${NEXT} an image by its ID.`, 'readJob'];
	expect(tellOf(image, 'queued')).toEqual({ next, resource: 'image', description: get });
	const made = `${NEXT} a video by its ID; ${AGAIN} job and is not paid again.`;
	expect(tellOf(video, 'unknown', true)).toEqual({ next, resource: 'video', description: made });
	expect(tellOf(video, 'failed')).toEqual({});
	expect(tellOf(video, 'unknown')).toEqual({ next: 'changeField' });
	expect(tellOf(video, 'unknown', false, '7')).toEqual({ next: 'askService' });
	expect(tellOf(session, 'streaming')).toEqual({ description: COSTS });
	const opened = `${COSTS} ${SOON}; ${AGAIN} session and opens no other.`;
	expect(tellOf(session, 'queued', true)).toEqual({ next, resource: 'session', description: opened });
});

/** The state that a poll of a record finds. */
function look(kind: JobKind, record: object, id = 'a'): JobState {
	const [state] = kind.read.answer([id]).parse({ _id: id, ...record });
	if (state === undefined) throw new Error('No record');
	return state;
}

test('of a record with 20,000 addresses 100 are stored, and 50 of a session', () => {
	const many = Array.from({ length: 20_000 }, (_, at) => `https://a.example/${at}`);
	const image = look(jobKinds.image, { image_status: 3, upscaled_urls: many, buttons: many });
	expect(image.resultUrls).toEqual(many.slice(0, 100));
	expect(image.buttons).toHaveLength(100);
	const session = look(jobKinds.liveAvatarSession, { status: 2, stream_urls: { ...many } });
	expect(Object.values(session.streamUrls ?? {})).toEqual(many.slice(0, 50));
});

test('when two records merge, the later value of a field counts', () => {
	const fields = fc.dictionary(fc.stringMatching(/^[a-z_]{1,6}$/), fc.oneof(fc.string(), fc.integer()));
	fc.assert(
		fc.property(fields, fields, (earlier, later) => {
			const one = { id: 'a', status: 'queued', record: earlier } as const;
			const two = { id: 'a', status: 'completed', record: later } as const;
			expect(mergeStates(one, two)).toEqual({ ...two, record: { ...earlier, ...later } });
		}),
	);
});
