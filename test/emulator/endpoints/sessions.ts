import { z } from 'zod/v3';

import { either, get, post, type Call } from '../http/call';
import { pageOf, paging, queryNumber, text, webhookUrl } from '../http/params';
import { Refusal, need } from '../http/refusal';
import type { Emulator } from '../index';
import type { Session } from '../live/sessions';
import { findAvatar } from './catalogue';

const appName = 'live';
const byId = z.object({ id: text }).strict();
const newSession = z
	.object({ avatar_id: text, webhookUrl, stream_type: z.literal('agora').optional() })
	.strict();

/** Stream and chat addresses of a session. Only lists have the push address (service.md: Live avatar sessions). */
function streamUrls({ baseUrl, shapes }: Emulator, session: Session, isListed = false) {
	const stream = `${baseUrl}/${appName}/${session.streamName}`;
	const room = stream.replace(/^http/, 'ws');
	return {
		client_pull_stream_url: `${stream}.flv`,
		...(isListed && { client_push_stream_url: `${stream}/push` }),
		client_chat_room_url: `${room}/client_${session.room}`,
		server_chat_room_url: `${room}/server_${session.room}${shapes.serverUrlSuffix}`,
		// The tokens of Agora, too.
		...(session.request.stream_type === 'agora' && {
			agora_app_id: 'app-1',
			agora_channel: session.streamName,
			agora_token: `token-${session.id}`,
			agora_uid: session.room,
		}),
	};
}

function sessionRecord(world: Emulator, session: Session, urls: object | undefined): object {
	const { id, uid, taskId, streamName } = session;
	return {
		...{ _id: id, uid, type: 1, status: world.sessions.status(session), stream_urls: urls },
		...{ task_id: taskId, app_name: appName, stream_name: streamName },
	};
}

function create(call: Call) {
	const { world, account } = call;
	const request = call.body(newSession);
	const { avatar_id } = request;
	const avatar = findAvatar(call, avatar_id);
	const name = `avatar_id ${avatar_id}`;
	need(avatar !== undefined, name, 'does not exist');
	need(avatar?.type === 2, name, 'is not a stream avatar');
	need(avatar?.status === 3, name, 'is not ready');
	const session = world.sessions.create(account, request);
	return { data: sessionRecord(world, session, streamUrls(world, session)) };
}

function find({ world, account }: Call, { id }: { id: string }): Session {
	const session = world.sessions.all.find((each) => each.id === id);
	const isOther = world.readings.sessionCodes === '1008 and 1009';
	if (!session) throw new Refusal(isOther ? 1008 : 1216, 'The session does not exist');
	if (session.clientId !== account.clientId) throw new Refusal(1009, 'No permission to operate');
	return session;
}

function detail(call: Call) {
	const { world } = call;
	const session = find(call, call.query(byId));
	const all = streamUrls(world, session);
	const { client_pull_stream_url } = all;
	const urls = world.shapes.sessionDetailUrls === 'all' ? all : { client_pull_stream_url };
	return { data: sessionRecord(world, session, world.sessions.isOver(session) ? undefined : urls) };
}

const closed = ({ world }: Call) =>
	new Refusal(world.readings.sessionCodes === '1008 and 1009' ? 1009 : 1219, 'The session is closed');

function close(call: Call) {
	const session = find(call, call.body(byId));
	if (call.world.sessions.isOver(session)) throw closed(call);
	call.world.sessions.close(session);
	call.world.callbacks.poke();
	return {};
}

/** Changes nothing in the documented behavior: the next message continues, and a long silence ends the session anyway. */
function pause(call: Call) {
	const session = find(call, call.body(byId));
	const { sessions } = call.world;
	if (sessions.status(session) === 1) throw new Refusal(1214, 'The session is in processing');
	if (!sessions.isStreaming(session)) throw closed(call);
	return {};
}

function list({ world, account, query }: Call) {
	const filter = query(
		z.object({ ...paging, status: z.union([z.literal(''), queryNumber]).optional() }).strict(),
	);
	const sessions = world.sessions.all.filter(
		(session) =>
			session.clientId === account.clientId &&
			(typeof filter.status !== 'number' || world.sessions.status(session) === filter.status),
	);
	const records = sessions.reverse().map((each) => sessionRecord(world, each, streamUrls(world, each, true)));
	return { data: pageOf(records, filter).counted };
}

/** service.md: Live avatar sessions. */
export const sessionRoutes = [
	post('/liveAvatar/session/create', create),
	get('/liveAvatar/session/detail', detail),
	post('/liveAvatar/session/close', close),
	post('/liveAvatar/session/pause', pause),
	either('/liveAvatar/session/list', 'sessionListMethod', list),
];
