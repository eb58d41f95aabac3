import { z } from 'zod/v3';
import { changed, checked, prepared } from '../../../nodes/shared/service/schema';

const word = changed(z.string(), (text, context) => {
	if (text !== 'no') return text.toUpperCase();
	context.addIssue({ code: 'custom', message: 'is no' });
	return z.NEVER;
});

it('tells where a value is that it refuses', () => {
	const list = z.object({ list: z.array(prepared((given) => given, word)) });
	expect(list.safeParse({ list: ['yes', 'no', 'no'] }).error?.issues).toMatchObject([
		{ path: ['list', 1], message: 'is no' },
		{ path: ['list', 2], message: 'is no' },
	]);
});

it('lets what it is part of go on without it', () => {
	expect(word.optional().parse(undefined)).toBeUndefined();
	expect(word.catch('none').parse('no')).toBe('none');
	expect(word.pipe(z.literal('YES')).safeParse('yes').data).toBe('YES');
});

it('checks a value, and gives it as it is', () => {
	const schema = checked(z.number(), (number, context) => {
		if (number > 9) context.addIssue({ code: 'custom', message: `${number} is too much`, path: ['inner'] });
	});
	expect(schema.parse(9)).toBe(9);
	expect(schema.safeParse(10).error?.issues).toMatchObject([{ path: ['inner'], message: '10 is too much' }]);
});
