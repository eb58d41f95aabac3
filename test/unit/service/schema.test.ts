import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod/v3';
import { swapImage } from '../../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { createSettingsOf } from '../../../nodes/shared/operation/settings';
import { faceswapRecord } from '../../../nodes/shared/jobs/kinds/faceSwap';
import { changed, checked, prepared } from '../../../nodes/shared/service/schema';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

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

const SWAP = {
	modifyImage: 'https://example.com/picture.png',
	whichFaces: 'oneForAll',
	sourcePicture: 'https://example.com/face.png',
};

const READ = 500;
const SIZE_BYTES = 8 * 1_000;

/**
 * How much of what was read stays after small collections of garbage, from 0 to 1: the least of some rounds, as a
 * collection that is under way meanwhile keeps things for longer.
 */
const leftBehind = (read: (large: object) => unknown) =>
	Math.min(...Array.from({ length: 5 }, () => leftBehindOnce(read)));

function leftBehindOnce(read: (large: object) => unknown): number {
	const used = () => {
		collect({ type: 'minor' });
		collect({ type: 'minor' });
		return process.memoryUsage().heapUsed;
	};
	read({});
	// Ends one that is under way.
	collect({ type: 'major' });
	const before = used();
	for (let each = 0; each < READ; each++) {
		read({ large: Array<number>(SIZE_BYTES / 8).fill(each) });
	}
	return (used() - before) / (READ * SIZE_BYTES);
}

it.each<[string, (large: object) => unknown]>([
	['prepared', (large) => prepared((given) => given, z.unknown()).parse(large)],
	['changed', (large) => changed(z.unknown(), () => 1).parse(large)],
	['the settings of an operation', (large) => createSettingsOf(swapImage).parse({ ...large, options: {} })],
	['what an operation asks for', (large) => swapImage.bind({ ...large, ...SWAP, options: {} })],
	['a record', (large) => faceswapRecord.parse({ ...large, _id: 'id', faceswap_status: 3 })],
	['the state of a job', (large) => jobKinds.faceSwap.created.parse({ ...large, _id: 'id' })],
])('a small collection of garbage takes it: %s', (_, read) => {
	expect(leftBehind(read)).toBeLessThan(0.3);
});

it("what zod's own does leaves it behind: otherwise the measure finds nothing", () => {
	const preprocess = (large: object) => z.preprocess((given) => given, z.unknown()).parse(large);
	expect(leftBehind(preprocess)).toBeGreaterThan(0.6);
});
