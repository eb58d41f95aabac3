import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { changed, checked, prepared } from '../../../nodes/shared/service/schema';
import { root } from '../../support/build';

const word = changed(z.string(), (text, context) => {
	if (text !== 'no') return text.toUpperCase();
	context.addIssue({ code: 'custom', message: 'is no' });
	return z.NEVER;
});

it('prepares a value, and makes another of what was read', () => {
	const schema = prepared((given) => String(given), word);
	expect(schema.parse(7)).toBe('7');
	expect(schema.parse('yes')).toBe('YES');
});

it('does not make anything of what its schema refuses', () => {
	const change = jest.fn();
	expect(changed(z.string(), change).safeParse(7).success).toBe(false);
	expect(change).not.toHaveBeenCalled();
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

it('a small collection of garbage takes what was read', async () => {
	const child = fork(join(root, 'test/support/garbageChild.ts'), [], {
		execArgv: ['--import', 'tsx', '--no-warnings', '--expose-gc'],
	});
	const exited = once(child, 'exit');
	const [left]: unknown[] = await Promise.race([once(child, 'message'), exited]);
	await exited;
	const { "zod's own preprocess": control, ...ours } = Object(left) as Record<string, number>;
	expect(Object.entries(ours).filter(([, share]) => !(share < 0.3))).toEqual([]);
	expect(Object.keys(ours)).toHaveLength(6);
	// Otherwise the measure would find nothing.
	expect(control).toBeGreaterThan(0.6);
});
