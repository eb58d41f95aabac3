import type { Callback } from '../../../nodes/shared/callbacks/open';
import { Failure } from '../../../nodes/shared/service/failure';
import type { Environment } from '../../../nodes/shared/async/environment';
import type { Transport } from '../../../nodes/shared/transport/transport';
import type { IDataObject } from 'n8n-workflow';
import { confirm, type openMemory } from '../../../nodes/shared/callbacks/confirm';

/** A service that answers by path and count, and a clock that jumps. */
function service(answer: (path: string, count: number) => unknown) {
	const asked: string[] = [];
	let now = 0;
	const transport: Transport = {
		async send({ path }, schema) {
			asked.push(path);
			return schema.parse(answer(path, asked.length));
		},
	};
	const sleep = async (ms: number) => void (now += ms);
	const environment: Environment = { now: () => now, uptime: () => now, random: () => 0, sleep };
	return { asked, transport, environment };
}

const callback = (over: Partial<Callback> = {}): Callback => ({
	id: 'r1',
	status: 'completed',
	type: 'image',
	signed: true,
	...over,
});
const image = (image_status: number) => ({ _id: 'r1', image_status, image: 'https://example.com/a.png' });

const avatar = { _id: 'r1', status: 3, avatar_id: 'mine' };

test.each([
	['HTTP 404', { httpStatus: 404 }],
	['HTTP 403', { httpStatus: 403 }],
	['an unreadable body', {}],
])('if one kind answers with %s, another kind is read', async (_what, details) => {
	const { transport, environment } = service((path) => {
		if (path.includes('video')) throw new Failure('Not so', 'runAgain', details);
		return avatar;
	});
	const confirmation = await confirm(transport, environment, callback({ type: 'avatar' }));
	expect(confirmation).toMatchObject({ kind: { name: 'avatar' }, isBehind: false });
});

test('a refusal for the whole account ends the reading of kinds', async () => {
	const used = new Failure('Used up', 'addCredits', { errorCode: 1006 }, { scope: 'run' });
	const { transport, environment, asked } = service(() => {
		throw used;
	});
	await expect(confirm(transport, environment, callback({ type: 'avatar' }))).rejects.toBe(used);
	expect(asked).toHaveLength(1);
});

test('a record that lags behind is read three times at most, within three seconds', async () => {
	const late = service((_path, count) => image(count < 3 ? 2 : 3));
	expect(await confirm(late.transport, late.environment, callback())).toMatchObject({ isBehind: false });
	const never = service(() => image(2));
	expect(await confirm(never.transport, never.environment, callback())).toMatchObject({ isBehind: true });
	expect([late.asked.length, never.asked.length]).toEqual([3, 3]);
	expect(never.environment.now()).toBe(2_700);
});

/** A process of n8n, with its own modules. Requests get a copy of the stored data. */
function startProcess() {
	let memory: { openMemory: typeof openMemory } | undefined;
	jest.isolateModules(() => {
		memory = jest.requireActual('../../../nodes/shared/callbacks/confirm');
	});
	return (scope: string, stored: IDataObject = {}) => memory!.openMemory(scope, stored);
}

test('the memory of 500 triggers forgets the oldest trigger first', () => {
	const open = startProcess();
	for (let trigger = 0; trigger <= 500; trigger++) open(`${trigger}`).add('r1', 'completed');
	expect([1, 0].map((trigger) => open(`${trigger}`).has('r1', 'completed'))).toEqual([true, false]);
});

test('the memory of a trigger forgets the oldest events first, and stores the newest', () => {
	const stored: IDataObject = {};
	const memory = startProcess()('a', stored);
	for (let job = 0; job <= 10_000; job++) memory.add(`${job}`, 'completed');
	expect([memory.has('0', 'completed'), memory.has('1', 'completed')]).toEqual([false, true]);
	const later = startProcess()('a', stored);
	expect([8_000, 8_001, 10_000].map((job) => later.has(`${job}`, 'completed'))).toEqual([false, true, true]);
});
