import { z } from 'zod/v3';

import { counted, pageOf, paging, queryNumber, text, webhookUrl } from '../http/params';
import { Refusal } from '../http/refusal';
import { sessionCalls } from '../callbacks/content';
import { get, methodsOf, post, type Call, type Route } from '../http/route';
import type { Session } from '../live/sessions';
import type { World } from '../world';
import { findAvatar } from './catalogue';

const appName = 'live';
const byId = z.object({ id: text }).strict();
const newSession = z
	.object({ avatar_id: text, webhookUrl, stream_type: z.literal('agora').optional() })
	.strict();

/** Stream and chat addresses of a session (service.md: Live avatar sessions). */
function streamUrls({ baseUrl, shapes }: World, session: Session) {
	const room = `${baseUrl.replace(/^http/, 'ws')}/${appName}/${session.streamName}`;
	const stream = `${baseUrl}/${appName}/${session.streamName}`;
	return {
		client_pull_stream_url: `${stream}.flv`,
		client_push_stream_url: `${stream}/push`,
		client_chat_room_url: `${room}/client_${session.room}`,
		server_chat_room_url: `${room}/server_${session.room}${shapes.serverUrlSuffix}`,
		...(session.isAgora && {
			agora_app_id: 'app-1',
			agora_channel: session.streamName,
			agora_token: `token-${session.id}`,
			agora_uid: session.room,
		}),
	};
}

function sessionRecord(world: World, session: Session, urls: object | undefined): object {
	return {
		_id: session.id,
		uid: session.uid,
		type: 1,
		status: world.sessions.status(session),
		stream_urls: urls,
		task_id: session.taskId,
		app_name: appName,
		stream_name: session.streamName,
	};
}

async function create({ world, account, body }: Call) {
	const { avatar_id, webhookUrl: address, stream_type } = body(newSession);
	const avatar = findAvatar(world, account, avatar_id);
	if (!avatar) throw new Refusal(1003, `Parameter error: avatar_id ${avatar_id} does not exist`);
	if (avatar.type !== 2)
		throw new Refusal(1003, `Parameter error: avatar_id ${avatar_id} is not a stream avatar`);
	if (avatar.status !== 3) throw new Refusal(1003, `Parameter error: avatar_id ${avatar_id} is not ready`);
	const session = world.sessions.create(account, avatar_id);
	session.isAgora = stream_type === 'agora';
	if (address) await world.callbacks.watch(sessionCalls(world, session, address));
	const { client_push_stream_url: _push, ...urls } = streamUrls(world, session);
	return { data: sessionRecord(world, session, urls) };
}

function find({ world, account }: Call, id: string): Session {
	const session = world.sessions.all.find((each) => each.id === id);
	if (!session) throw new Refusal(1216, 'The session does not exist');
	if (session.clientId !== account.clientId) throw new Refusal(1009, 'No permission to operate');
	return session;
}

function detail(call: Call) {
	const session = find(call, call.query(byId).id);
	const { client_push_stream_url: _push, ...all } = streamUrls(call.world, session);
	const { client_pull_stream_url } = all;
	const { sessionDetailUrls } = call.world.shapes;
	const urls = sessionDetailUrls === 'all' ? all : { client_pull_stream_url };
	const areGone = call.world.sessions.isOver(session);
	return { data: sessionRecord(call.world, session, areGone ? undefined : urls) };
}

function close(call: Call) {
	const session = find(call, call.body(byId).id);
	if (call.world.sessions.isOver(session)) throw new Refusal(1219, 'The session is closed');
	call.world.sessions.close(session);
	call.world.callbacks.poke();
	return {};
}

function pause(call: Call) {
	const session = find(call, call.body(byId).id);
	const { sessions } = call.world;
	if (sessions.status(session) === 1) throw new Refusal(1214, 'The session is in processing');
	if (!sessions.isStreaming(session)) throw new Refusal(1219, 'The session is closed');
	// Nothing that the interface tells changes: the next message goes on, a long silence ends the session either way.
	return {};
}

function list({ world, account, query, method, hasBody }: Call) {
	if (method === 'POST' && !hasBody && world.shapes.sessionListBody === 'needed') {
		throw new Refusal(1003, 'Parameter error: the body is not JSON');
	}
	const filter = query(
		z.object({ ...paging, status: z.union([z.literal(''), queryNumber]).optional() }).strict(),
	);
	const sessions = world.sessions.all.filter(
		(session) =>
			session.clientId === account.clientId &&
			(typeof filter.status !== 'number' || world.sessions.status(session) === filter.status),
	);
	const newestFirst = [...sessions].reverse();
	const result = pageOf(newestFirst, filter, world.shapes).map((each) =>
		sessionRecord(world, each, streamUrls(world, each)),
	);
	return { data: counted(result, sessions.length, world.shapes) };
}

/** service.md: Live avatar sessions. */
export const sessionRoutes: Route[] = [
	post('/liveAvatar/session/create', create),
	get('/liveAvatar/session/detail', detail),
	post('/liveAvatar/session/close', close),
	post('/liveAvatar/session/pause', pause),
	{
		path: '/liveAvatar/session/list',
		methods: ({ sessionListMethod }) => methodsOf(sessionListMethod),
		handle: list,
	},
];
