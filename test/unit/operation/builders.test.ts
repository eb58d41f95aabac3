import {
	choice,
	collection,
	fieldsIn,
	flag,
	list,
	number,
	numberOrDefault,
	optionalChoice,
	optionalNumber,
	optionalText,
	text,
	textOrDefault,
	type Parameter,
} from '../../../nodes/shared/operation/parameters/builders';
import { errorMap } from '../../../nodes/shared/operation/parameters/messages';

const read = <T>({ schema }: Parameter<T>, given: unknown) => schema.safeParse(given, { errorMap: errorMap });
const refusal = (parameter: Parameter, given: unknown) => read(parameter, given).error?.issues[0]?.message;

test('the limits of a number hold on the screen and for what comes in', () => {
	const pieces = number('Pieces', { default: 2, min: 1, max: 5, whole: true });
	expect(fieldsIn({ pieces })).toEqual([
		expect.objectContaining({ name: 'pieces', default: 2, typeOptions: { minValue: 1, maxValue: 5 } }),
	]);
	expect([1, 5, '3'].map((given) => read(pieces, given).data)).toEqual([1, 5, 3]);
	expect([0, 6, 1.5, undefined].map((given) => refusal(pieces, given))).toEqual([
		'must be at least 1, but 0 was given',
		'must be at most 5, but 6 was given',
		'must be a whole number, but 1.5 was given',
		'is empty',
	]);
	const above = number('Seconds', { default: 1, above: 0 });
	expect(fieldsIn({ above })[0]?.typeOptions).toEqual({ minValue: 0 });
	expect(refusal(above, 0)).toBe('must be more than 0, but 0 was given');
});

test('what is absent is the default on the screen, nothing, or refused', () => {
	const look = { default: 7 };
	const options = [{ name: 'A', value: 'a' }] as const;
	const absent = (parameter: Parameter) => ['', null, undefined].map((given) => read(parameter, given).data);
	expect(absent(numberOrDefault('N', look))).toEqual([7, 7, 7]);
	expect(absent(textOrDefault('T', { default: 'data' }))).toEqual(['data', 'data', 'data']);
	expect(absent(choice('C', { default: 'a', options }))).toEqual(['a', 'a', 'a']);
	expect(absent(flag('F', { default: true }))).toEqual([true, true, true]);
	for (const optional of [
		optionalNumber('N', look),
		optionalText('T', {}),
		optionalChoice('C', { default: 'a', options }),
	]) {
		expect(absent(optional)).toEqual([undefined, undefined, undefined]);
	}
	expect([refusal(text('T', {}), ''), refusal(number('N', look), '')]).toEqual(['is empty', 'is empty']);
});

test('collections and lists hold the parameters in them', () => {
	const inner = { face: number('Face', { default: 1, min: 1 }) };
	const pairs = list('Pairs', { name: 'pair', displayName: 'Pair' }, inner, {});
	const filters = collection('Filters', inner, {});
	expect(read(pairs, { pair: [{ face: '2' }] }).data).toEqual([{ face: 2 }]);
	expect([undefined, {}].map((given) => read(pairs, given).data)).toEqual([[], []]);
	expect(read(pairs, { pair: [{ face: 0 }] }).error?.issues[0]?.path).toEqual(['pair', 0, 'face']);
	expect(read(filters, { face: 3, other: 1 }).data).toEqual({ face: 3 });
	const [field] = pairs.fields('pairs');
	expect(field?.options).toEqual([
		{ name: 'pair', displayName: 'Pair', values: [expect.objectContaining({ name: 'face' })] },
	]);
});
