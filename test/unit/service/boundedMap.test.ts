import { BoundedMap } from '../../../nodes/shared/service/boundedMap';

const keys = (map: BoundedMap<string, number>) => [...map.entries()].map(([key]) => key);

function filled(most: number, names: string): BoundedMap<string, number> {
	const map = new BoundedMap<string, number>(most);
	for (const [index, name] of [...names].entries()) map.set(name, index);
	return map;
}

test('it holds as many entries as it may, and evicts the oldest for one more', () => {
	const map = filled(3, 'abc');
	expect(keys(map)).toEqual(['a', 'b', 'c']);
	map.set('d', 4);
	expect(keys(map)).toEqual(['b', 'c', 'd']);
	map.delete('c');
	expect(keys(map)).toEqual(['b', 'd']);
});

test('an entry that is set again is the newest, and reading it changes nothing', () => {
	const map = filled(3, 'abc');
	expect(map.get('a')).toBe(0);
	expect(map.get('x')).toBeUndefined();
	map.set('d', 4);
	expect(keys(map)).toEqual(['b', 'c', 'd']);
	map.set('b', 5);
	expect(map.get('b')).toBe(5);
	expect(keys(map)).toEqual(['c', 'd', 'b']);
});
