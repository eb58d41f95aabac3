import { customJob } from '../shared/operation/customJob';
import type { Resource } from '../shared/operation';
import { sendMessage } from './operations/chat/sendMessage';
import { close } from './operations/session/close';
import { create } from './operations/session/create';
import { get } from './operations/session/get';
import { getAll } from './operations/session/getAll';
import { pause } from './operations/session/pause';

export const resources: readonly Resource[] = [
	{ value: 'session', name: 'Session', operations: [create, get, getAll, pause, close] },
	{ value: 'chat', name: 'Chat', operations: [sendMessage] },
	customJob('video'),
];
