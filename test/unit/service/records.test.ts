import type { z } from 'zod/v3';
import { audioRecord, faceswapRecord, imageRecord, videoRecord } from '../../../nodes/shared/jobs/kinds';
import { language, listOf, session, voice } from '../../../nodes/shared/service/records';

const records = { faceswapRecord, session, videoRecord, imageRecord, audioRecord };
describe.each(Object.entries<z.ZodTypeAny>(records))('the %s', (_name, schema) => {
	test('keeps unknown fields, and has its ID as a text', () => {
		const record = { _id: 'a', sub_type: 8, nested: { deep: [1] }, odd: null };
		expect(schema.parse(record)).toEqual(record);
		expect(schema.parse({ _id: 17 })).toEqual({ _id: '17' });
	});

	test('is refused without an ID', () => {
		const wrong = [{}, { _id: '' }, { _id: null }, 'text', 7];
		expect(wrong.filter((value) => schema.safeParse(value).success)).toEqual([]);
	});
});

describe.each<[string, z.ZodTypeAny, Record<string, unknown>]>([
	['voice list', listOf(voice), { voice_id: 'a' }],
	['language list', listOf(language), { lang_code: 'en' }],
])('the %s', (_name, schema, entry) => {
	test('may be an array, an object with the array as result, or null', () => {
		expect(schema.parse([entry])).toEqual([entry]);
		expect(schema.parse({ result: [entry], count: 1 })).toEqual([entry]);
		for (const none of [null, undefined, [], {}, { result: null }]) expect(schema.parse(none)).toEqual([]);
	});

	test('leaves out invalid entries, and keeps the others in order', () => {
		const other = { ...entry, extra: 1 };
		expect(schema.parse([entry, null, {}, 'x', other])).toEqual([entry, other]);
	});

	test('is refused if the answer has no list', () => {
		const wrong = ['text', 7, { rows: [] }, { result: 'x' }];
		expect(wrong.filter((value) => schema.safeParse(value).success)).toEqual([]);
	});
});

test('a result has its status as a number, and null, empty and strange fields are absent', () => {
	const record = faceswapRecord.parse({
		_id: 'a',
		faceswap_status: '4',
		url: '',
		error_msg: 'no face',
		job_id: null,
		createdAt: {},
	});
	expect(record).toMatchObject({ _id: 'a', faceswap_status: 4, error_msg: 'no face' });
	expect([record.url, record.job_id, record.createdAt]).toEqual([undefined, undefined, undefined]);
});

test('the buttons of an image may be called display_buttons', () => {
	const buttonsOf = (record: object) => imageRecord.parse({ _id: 'a', ...record }).buttons;
	expect(buttonsOf({ display_buttons: ['U1'] })).toEqual(['U1']);
	expect(buttonsOf({ buttons: [], display_buttons: ['U1'] })).toEqual(['U1']);
	expect(buttonsOf({ buttons: ['V1'], display_buttons: ['U1'] })).toEqual(['V1']);
	expect(imageRecord.parse({ _id: 'a', upscaled_urls: ['x', null, ''] }).upscaled_urls).toEqual(['x']);
});

test.each([
	[true, [true, 1, '1', 'true']],
	[false, [false, 0, '0', 'false']],
	[undefined, [null, undefined, 2, '', 'yes', {}]],
])('the lip sync of a video is %p for the values %j', (lipsync, given) => {
	for (const each of given) {
		expect(videoRecord.parse({ _id: 'a', lipsync: each })).toMatchObject({ lipsync });
	}
});
