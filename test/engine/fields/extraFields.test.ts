import { requireFree, requireUnknown } from '../../../nodes/shared/run/create/check';
import type { CreateOperation } from '../../../nodes/shared/operation/types';
import { refreshBuild } from '../../support/build';
import { listedNodes } from '../../support/operations';
import type { Call, Scene } from './call';
import { calls } from './calls';
import { Stage } from './stage';

/* Fields for a request that the node does not know, on every operation that makes something. */

refreshBuild();
const stage = new Stage();
afterAll(() => stage.close());

const creates = new Map<string, CreateOperation>(
	listedNodes().flatMap(({ resources = [] }) =>
		resources.flatMap(({ value, operations }) =>
			operations.flatMap((operation): Array<[string, CreateOperation]> =>
				operation.type === 'create' ? [[`${value}.${operation.value}`, operation]] : [],
			),
		),
	),
);
/** The requests of the creates themselves, and not those that read what they made. */
const requests = calls.flatMap((call): Array<[string, Call, CreateOperation]> => {
	const operation = creates.get(call.name.split(' ')[0] ?? '');
	return operation && call.part === 'body' ? [[call.name, call, operation]] : [];
});
const EXTRA = { seed: 7, style: { words: ['soft', null] } };

/** A call with extra fields, at a service that takes what it does not know. */
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

test('every create is among them', () => {
	expect(new Set(requests.map(([name]) => name.split(' ')[0]))).toEqual(new Set(creates.keys()));
});

describe.each(requests)('%s', (_name, call, operation) => {
	test('sends them beside its own fields', async () => {
		expect(await stage.make(adding(call, EXTRA))).toMatchObject({ by: 'nobody', what: '' });
	});

	test('refuses each field that it sends itself, however it is spelt', () => {
		const scene = { media: (name: string) => name, hook: 'hook' } as Scene;
		const body = call.sent(scene, {});
		for (const field of Object.keys(body).flatMap((name) => [name, name.toUpperCase()])) {
			const extraFields = { seed: 7, [field]: 1 };
			const refused = () => {
				requireUnknown(operation, extraFields);
				requireFree(operation, body, extraFields);
			};
			expect(refused).toThrow(
				new RegExp(`^Extra Fields \\(JSON\\) must be without "${field}": (?!undefined)\\S.* fills it in$`),
			);
		}
	});
});

const [, swap] = requests.find(([name]) => name === 'faceSwap.swapImage')!;

test.each([
	['{"seed": 7', 'must be JSON, but "{"seed": 7" was given'],
	['[1, 2]', 'must be an object, but [1,2] was given'],
	['7', 'must be an object, but 7 was given'],
	['{"WEBHOOKURL": "https://example.com"}', 'must be without "WEBHOOKURL": Webhook URL fills it in'],
	['{"extraFields": {"seed": 7}}', 'must be without "extraFields": Extra Fields (JSON) fills it in'],
	['{"face_enhance": 0}', 'must be without "face_enhance": Face Enhancement fills it in'],
])('%s is refused in a sentence, and nothing is sent', async (given, message) => {
	const { by, what, sent } = await stage.make(adding(swap, given));
	expect([by, sent]).toEqual(['output', undefined]);
	expect(what).toContain(`Extra Fields (JSON) ${message}`);
});

test.each(['', '{}', '={{ undefined }}'])('%j adds nothing', async (given) => {
	expect(await stage.make({ ...adding(swap, given), sent: swap.sent })).toMatchObject({ by: 'nobody' });
});
