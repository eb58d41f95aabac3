import { avatarEntry, avatarsOf, readAvatars } from '../../../nodes/shared/lists/avatars';
import type { ServiceRequest } from '../../../nodes/shared/service/request';
import { avatarRecord } from '../../../nodes/shared/service/records';
import type { Transport } from '../../../nodes/shared/transport/types';

/** A transport that answers with the page that is asked for, and counts. */
function pages(pageOf: (page: number) => unknown): { transport: Transport; asked: ServiceRequest[] } {
	const asked: ServiceRequest[] = [];
	const transport: Transport = {
		send: async (request, answer) => {
			asked.push(request);
			return answer.parse(pageOf(Number(request.query?.page)));
		},
	};
	return { transport, asked };
}

const full = (page: number) =>
	Array.from({ length: 100 }, (_, index) => ({
		_id: `${page}-${index}`,
		avatar_id: `a${page}x${index}`,
	}));

test('a page that is not full is the last one', async () => {
	const { transport, asked } = pages((page) => (page < 3 ? full(page) : { result: full(3).slice(0, 7) }));
	expect(await readAvatars(transport)).toHaveLength(207);
	expect(asked.map(({ query }) => query)).toEqual([
		{ from: undefined, page: 1, size: 100 },
		{ from: undefined, page: 2, size: 100 },
		{ from: undefined, page: 3, size: 100 },
	]);
});

test('a page that is not full is followed by another, as long as the service counts more', async () => {
	const short = (page: number) => ({
		count: '70',
		result: page < 3 ? full(page).slice(0, 30) : full(3).slice(0, 10),
	});
	const { transport, asked } = pages(short);
	expect(await readAvatars(transport)).toHaveLength(70);
	expect(asked).toHaveLength(3);
});

test('a count that is never reached ends with the first page that brings nothing', async () => {
	const { transport, asked } = pages((page) => ({
		count: 999,
		result: page === 1 ? full(1).slice(0, 30) : [],
	}));
	expect(await readAvatars(transport)).toHaveLength(30);
	expect(asked).toHaveLength(2);
});

test('no more pages are read than are needed', async () => {
	const { transport, asked } = pages(full);
	expect(await readAvatars(transport, { from: 3, most: 100 })).toHaveLength(100);
	expect(asked).toHaveLength(1);
	expect(await readAvatars(transport, { most: 101 })).toHaveLength(101);
	expect(asked).toHaveLength(3);
});

test('a service that gives the same page again is not asked for ever', async () => {
	const { transport, asked } = pages(() => full(1));
	expect(await readAvatars(transport)).toHaveLength(100);
	expect(asked).toHaveLength(2);
});

test('a list without an end is read to a bound', async () => {
	const { transport, asked } = pages(full);
	expect(await readAvatars(transport)).toHaveLength(10_000);
	expect(asked).toHaveLength(100);
});

test('records come out as they came, with names that nobody knows', async () => {
	const record = { _id: 'r1', avatar_id: 'anna', gender: '', extra: [1] };
	const { transport } = pages(() => [record, record]);
	expect(await readAvatars(transport)).toEqual([record]);
	expect(avatarsOf([record, { avatar_id: 'without id' }])).toHaveLength(1);
});

test.each([
	[{ avatar_id: 'anna', name: 'Anna', from: 2, status: 3 }, 'Anna (official)'],
	[{ avatar_id: 'anna', from: 3, status: '1', type: 2 }, 'anna (own, for live sessions, not ready)'],
	[{ avatar_id: 'anna', disabled: true }, 'anna (disabled)'],
	[{ avatar_id: 'anna', status: 9 }, 'anna'],
])('an avatar %j is shown as "%s"', (fields, name) => {
	const entry = avatarEntry(avatarRecord.parse({ _id: 'r1', ...fields }), 'anna');
	expect(entry).toEqual({ name, value: 'anna' });
});
