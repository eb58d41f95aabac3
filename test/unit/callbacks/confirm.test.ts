import { confirm, kindsOf, type Callback } from '../../../nodes/shared/callbacks';
import { ServiceError } from '../../../nodes/shared/transport/serviceError';
import type { Environment } from '../../../nodes/shared/async/environment';
import type { ServiceRequest } from '../../../nodes/shared/service/request';
import type { Transport } from '../../../nodes/shared/transport/types';

/** A service that answers by path and look, and a clock that jumps. */
function service(answer: (request: ServiceRequest, count: number) => unknown) {
	const asked: string[] = [];
	const waits: number[] = [];
	let now = 0;
	const transport: Transport = {
		async send(request, schema) {
			asked.push(request.path);
			return schema.parse(answer(request, asked.length));
		},
	};
	const environment: Environment = {
		now: () => now,
		random: () => 0,
		async sleep(ms) {
			waits.push(ms);
			now += ms;
		},
	};
	return { asked, waits, transport, environment };
}

const callback = (over: Partial<Callback> = {}): Callback => ({
	id: 'r1',
	status: 'completed',
	type: 'image',
	signed: true,
	...over,
});
const image = (status: number) => ({
	_id: 'r1',
	image_status: status,
	image: 'https://media.example.com/a.png',
});
const notThere = (code = 1008) => {
	throw new ServiceError('Not there', { code });
};

describe('kinds of a type', () => {
	test.each([
		['faceswap', ['faceSwap']],
		['video translate', ['video']],
		['Talking Photo ', ['video']],
		['audio', ['audio']],
		['avatar', ['video', 'avatar']],
		['a new type', ['faceSwap', 'image', 'video', 'avatar', 'audio']],
		[undefined, ['faceSwap', 'image', 'video', 'avatar', 'audio']],
	])('%s: %j', (type, names) => {
		expect(kindsOf(type).map(({ name }) => name)).toEqual(names);
	});
});

describe('confirming', () => {
	const avatar = { _id: 'r1', status: 3, avatar_id: 'mine' };
	const about = (answer: (path: string) => unknown) => service(({ path }) => answer(path));

	test.each([
		['HTTP 404', { httpStatus: 404 }],
		['HTTP 403', { httpStatus: 403 }],
		['what can not be read', {}],
	])('a kind that answers with %s hides no record of another kind', async (_what, details) => {
		const { transport, environment } = about((path) => {
			if (path.includes('video')) throw new ServiceError('Not so', details);
			return avatar;
		});
		const confirmation = await confirm(transport, environment, callback({ type: 'avatar' }));
		expect(confirmation).toMatchObject({ kind: { name: 'avatar' }, isBehind: false });
	});

	test('where one kind can not be asked and no other has the record, nobody knows', async () => {
		const { transport, environment } = about((path) => {
			throw new ServiceError('Not there', path.includes('video') ? { httpStatus: 502 } : { code: 1008 });
		});
		const confirmation = confirm(transport, environment, callback({ type: 'avatar' }));
		await expect(confirmation).rejects.toMatchObject({ httpStatus: 502 });
	});

	test('looks again at a record that lags behind, a few times', async () => {
		const late = service((_request, count) => image(count < 3 ? 2 : 3));
		expect(await confirm(late.transport, late.environment, callback())).toMatchObject({ isBehind: false });
		const never = service(() => image(2));
		expect(await confirm(never.transport, never.environment, callback())).toMatchObject({ isBehind: true });
		expect([late.asked.length, never.asked.length]).toEqual([3, 3]);
	});

	test.each([
		['a network that is down', new ServiceError('No connection')],
		['too many requests', new ServiceError('Too frequent', { code: 1005 })],
		['a ban', new ServiceError('Banned', { code: 1200, stopsEverything: true })],
		['anything unforeseen', new TypeError('x is not a function')],
	])('with %s says that the service can not be asked', async (_what, error) => {
		const { transport, environment } = service(() => {
			throw error;
		});
		await expect(confirm(transport, environment, callback())).rejects.toBe(error);
	});
});

test('a record with the id in another spelling is not that of the callback', async () => {
	const { transport, environment } = service(() => image(3));
	const confirmation = await confirm(transport, environment, callback({ id: 'R1', signed: false }));
	expect(confirmation).toBeUndefined();
});

test('a signed callback about an unknown record costs three reads, and its repeats one each, for a minute', async () => {
	const { transport, environment, asked } = service(() => notThere());
	const unknown = callback({ id: 'nobody-knows' });
	await confirm(transport, environment, unknown);
	expect(asked).toHaveLength(3);
	for (let times = 0; times < 3; times++) await confirm(transport, environment, unknown);
	expect(asked).toHaveLength(6);
	await environment.sleep(61_000);
	await confirm(transport, environment, unknown);
	expect(asked).toHaveLength(9);
});
