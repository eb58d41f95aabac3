import { listedNodes } from '../../support/operations';
import { calls } from './calls';
import { Stage } from './stage';

const stage = new Stage();

test('every operation of the nodes has a call', () => {
	const operations = listedNodes().flatMap(({ resources = [] }) =>
		resources.flatMap(({ value, operations: of, isHiddenFromTools: isCustom }) =>
			isCustom ? [] : of.map((each) => `${value}.${each.value}`),
		),
	);
	const made = calls.map(({ name }) => name.split(' ')[0]);
	expect([...new Set(made)].toSorted()).toEqual([...new Set(operations)].toSorted());
});

test.each(calls.map((call) => [call.name, call] as const))(
	'%s sends every field as the interface names it, and the service takes it',
	async (_name, call) => {
		const { refusal, sent, expected, items, gives } = await stage.make(call);
		expect(refusal).toBeUndefined();
		expect(sent).toStrictEqual(expected);
		if (!gives) return;
		const { some, count } = gives;
		expect(items).toEqual(expect.arrayContaining(some.map((each) => expect.objectContaining(each))));
		if (some.length > 0) expect(items).toHaveLength(count);
	},
);
