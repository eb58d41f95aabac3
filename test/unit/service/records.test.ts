import type { z } from 'zod/v3';
import { audioRecord, faceswapRecord, imageRecord, videoRecord } from '../../../nodes/shared/jobs/kinds';
import { language, listOf, session, voice } from '../../../nodes/shared/service/records';

const records = { faceswapRecord, session, videoRecord, imageRecord, audioRecord };
test.each(Object.entries<z.ZodTypeAny>(records))(
	'the %s keeps unknown fields, and has its ID as a text, or is refused without an ID',
	(_name, schema) => {
		const record = { _id: 'a', sub_type: 8, nested: { deep: [1] }, odd: null };
		expect(schema.parse(record)).toEqual(record);
		expect(schema.parse({ _id: 17 })).toEqual({ _id: '17' });
		const wrong = [{}, { _id: '' }, { _id: null }, 'text', 7];
		expect(wrong.filter((value) => schema.safeParse(value).success)).toEqual([]);
	},
);

test.each<[string, z.ZodTypeAny, Record<string, unknown>]>([
	['voices', listOf(voice), { voice_id: 'a' }],
	['languages', listOf(language), { lang_code: 'en' }],
])(
	'a list of %s has its valid entries in order, in each form of an answer with a list',
	(_, schema, entry) => {
		const other = { ...entry, extra: 1 };
		expect(schema.parse([entry, null, {}, 'x', other])).toEqual([entry, other]);
		expect(schema.parse({ result: [entry], count: 1 })).toEqual([entry]);
		for (const none of [null, undefined, [], {}, { result: null }]) expect(schema.parse(none)).toEqual([]);
		const wrong = ['text', 7, { rows: [] }, { result: 'x' }];
		expect(wrong.filter((value) => schema.safeParse(value).success)).toEqual([]);
	},
);

test('a result has its status as a number, and null, empty and strange fields are absent', () => {
	const given = { _id: 'a', faceswap_status: '4', error_msg: 'no face' };
	const record = faceswapRecord.parse({ ...given, url: '', job_id: null, createdAt: {} });
	const absent = { url: undefined, job_id: undefined, createdAt: undefined };
	expect(record).toMatchObject({ ...given, faceswap_status: 4, ...absent });
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
