import fc from 'fast-check';
import { jobKinds, mergeStates, type JobKind } from '../../../nodes/shared/jobs/kinds';

/** The record after a create and a later look, as the service answered them. */
function afterBoth(kind: JobKind, created: object, read: object) {
	const first = kind.created.parse(created);
	const [state] = kind.read.answer(['a']).parse([read]);
	return mergeStates(first, state ?? first);
}

test('of a session the chat addresses stay where a later answer has the stream alone', () => {
	const stream_urls = { client_pull_stream_url: 'p', client_chat_room_url: 'c', server_chat_room_url: 's' };
	const { streamUrls, record } = afterBoth(
		jobKinds.liveAvatarSession,
		{ _id: 'a', status: 1, stream_urls },
		{ _id: 'a', status: 2, stream_urls: { client_pull_stream_url: 'new' } },
	);
	expect(streamUrls).toEqual({
		clientPullStreamUrl: 'new',
		clientChatRoomUrl: 'c',
		serverChatRoomUrl: 's',
	});
	expect(record).toMatchObject({ stream_urls: { ...stream_urls, client_pull_stream_url: 'new' } });
});

test('of any two records the later one counts, and nothing of the earlier one is lost', () => {
	const fields = fc.dictionary(fc.stringMatching(/^[a-z_]{1,6}$/), fc.oneof(fc.string(), fc.integer()));
	fc.assert(
		fc.property(fields, fields, (earlier, later) => {
			const one = { id: 'a', status: 'queued', record: earlier } as const;
			const two = { id: 'a', status: 'completed', record: later } as const;
			expect(mergeStates(one, two)).toEqual({ ...two, record: { ...earlier, ...later } });
		}),
	);
});
