import { withExtraFields } from '../../../nodes/shared/run/plan';
import { refreshBuild } from '../../support/build';
import type { Call } from './call';
import { calls } from './calls';
import { Stage } from './stage';

/* Extra Fields: fields of a create that the node does not know. */

refreshBuild();
const stage = new Stage();
afterAll(() => stage.close());

const swap = calls.find(({ name }) => name === 'faceSwap.swapImage')!;
const EXTRA = { seed: 7, style: { words: ['soft', null] } };

/** A call with extra fields, at a service that accepts unknown fields. */
const adding = (call: Call, extraFields: unknown): Call => ({
	...call,
	async parameters(scene) {
		scene.emulator.shapes.unknownFields = 'taken';
		const parameters = await call.parameters(scene);
		const given = typeof extraFields === 'string' ? extraFields : JSON.stringify(extraFields);
		return { ...parameters, options: { ...Object(parameters.options), extraFields: given } };
	},
	sent: (scene, parameters) => ({ ...call.sent(scene, parameters), ...EXTRA }),
});

test('extra fields are sent with the fields of the node', async () => {
	expect(await stage.make(adding(swap, EXTRA))).toMatchObject({ by: 'nobody', what: '' });
});

test.each([
	['{"seed": 7', 'Extra Fields (JSON) must be JSON, but "{"seed": 7" was given'],
	['[1, 2]', 'Extra Fields (JSON) must be an object, but [1,2] was given'],
	['={{ {seed: $json.none} }}', 'Extra Fields (JSON) › seed must be a JSON value, but nothing was given'],
	['={{ { style: "" + $json } }}', 'Extra Fields (JSON) › style must be without [object Object]'],
	['{"modifyImage": "a"}', 'Extra Fields (JSON) has "modifyImage", which the node already sends'],
	['{"webhookUrl": "https://example.com"}', 'Extra Fields (JSON) › webhookUrl has a field of its own'],
])('%s as extra fields is refused with a sentence, and nothing is sent', async (given, message) => {
	const { by, what, sent } = await stage.make(adding(swap, given));
	expect([by, sent]).toEqual(['output', undefined]);
	expect(what).toContain(message);
});

test.each(['', '{}', '={{ undefined }}'])('%j as extra fields adds nothing', async (given) => {
	expect(await stage.make({ ...adding(swap, given), sent: swap.sent })).toMatchObject({ by: 'nobody' });
});

test('a field that the node knows but does not send comes from the extra fields', () => {
	const extra = { ratio: '1:1', constructor: 'a', toString: 'b' };
	expect(withExtraFields({ prompt: 'A cat', ratio: undefined }, extra)).toEqual({
		prompt: 'A cat',
		...extra,
	});
});
