import { withExtraFields } from '../../../nodes/shared/run/plan';
import { setUp } from '../../support/bench';
import { swapParameters } from '../../support/workflow';

/* Extra Fields: fields of a create that the node does not know. */

const bench = setUp();
const swap = bench.runner('faceSwap', 'faceSwap.swapImage', swapParameters({ waitForCompletion: false }));
const sent = () => bench.bodies('specifyimage');

test.each([
	['{"seed": 7, "style": {"words": ["soft", null]}}', { seed: 7, style: { words: ['soft', null] } }],
	['', {}],
	['{}', {}],
	['={{ undefined }}', {}],
])('%s as extra fields is sent as %j, with the fields of the node', async (extraFields, added) => {
	bench.emulator.shapes.unknownFields = 'taken';
	await swap();
	expect(await swap({ extraFields })).toMatchObject([{ id: expect.any(String) }]);
	expect(sent()).toEqual([sent()[0], { ...sent()[0], ...added }]);
});

test.each([
	['{"seed": 7', 'Extra Fields (JSON) must be JSON, but "{"seed": 7" was given'],
	['[1, 2]', 'Extra Fields (JSON) must be an object, but [1,2] was given'],
	['={{ {seed: $json.none} }}', 'Extra Fields (JSON) › seed must be a JSON value, but nothing was given'],
	['{"seed": 1e999}', 'Extra Fields (JSON) › seed must be a JSON value, but Infinity was given'],
	['={{ { style: "" + $json } }}', 'Extra Fields (JSON) › style must be without [object Object]'],
	['{"modifyImage": "a"}', 'Extra Fields (JSON) has "modifyImage", which the node already sends'],
	['{"webhookUrl": "https://example.com"}', 'Extra Fields (JSON) › webhookUrl has a field of its own'],
])('%s as extra fields is refused with a sentence, and nothing is sent', async (extraFields, message) => {
	expect((await swap.refusal({ extraFields })).message).toContain(message);
	expect(sent()).toEqual([]);
});

test('a field that the node knows but does not send comes from the extra fields', () => {
	const extra = { ratio: '1:1', constructor: 'a', toString: 'b' };
	const fields = { prompt: 'A cat', ratio: undefined };
	expect(withExtraFields(fields, extra)).toEqual({ prompt: 'A cat', ...extra });
});
