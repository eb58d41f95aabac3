import { create } from '../../../nodes/AvatarVideo/operations/avatarVideo/create';
import { swapVideo } from '../../../nodes/FaceSwap/operations/faceSwap/swapVideo';
import { generate } from '../../../nodes/ImageGeneration/operations/image/generate';
import { claimOf } from '../../../nodes/shared/run/identity';
import * as build from '../../../nodes/shared/operation';
import { rowOf } from './rows';

async function claimOfRequest(operation: build.CreateOperation, parameters: object, idempotencyKey?: string) {
	const context = {
		getNode: () => ({ id: 'node', type: 'one', name: 'One' }),
		getWorkflow: () => ({ id: 'workflow' }),
	};
	const account = async () => ({ identity: 'client' });
	const run = { context, account, items: [], once: async (_: string, make: () => unknown) => await make() };
	const leg = { run, operation, store: {}, state: { run: { root: '7' }, count: () => 0 } };
	const { settings } = rowOf('one', { idempotencyKey });
	return await claimOf(
		leg as never,
		{ item: 0, settings, asks: operation.schema.parse(parameters) } as never,
	);
}

const at = (name: string) => ({ mode: 'url', value: `https://files.test/${name}` });
const pictures = { modifyVideo: at('1.mp4'), targetFrame: at('1.png'), sourcePicture: at('2.png') };
const chosen = { ...pictures, whichFaces: 'choose', replacements: { face: [{ faceNumber: 2 }] } };
const swap = { ...chosen, options: { order: 'largestFirst', faceEnhance: true } };
const element = { type: 'avatar', avatarId: 'Ada', scaleX: 1, layerNumber: 0 };
const video = {
	content: 'fields',
	elements: { element: [element] },
	voiceId: 'eve',
	duration: 5,
	options: {},
};
const image = { prompt: 'A lighthouse', scale: '16:9', sourceImage: at('3.png') };

// An update must find the jobs of earlier executions. A new field in a list comes last and has no default. If a name has
// to change, each retry or repeat over the update pays again, so say that in CHANGELOG.
test.each<[string, build.CreateOperation, object, string?]>([
	['job 0228d288bc417bccbcc3', swapVideo, swap, undefined],
	['job f799dc64066a31d37097', create, video, undefined],
	['job f7484b27060887242ec0', generate, image, undefined],
	['key 38c7936fefea4c15e957', generate, image, 'order 5'],
])('the claim "%s" has the same name in each version', async (name, operation, parameters, key) => {
	expect(await claimOfRequest(operation, parameters, key)).toMatchObject({ name });
});

test('a new parameter or option that is not set, and another order, leave the hash of a request as it is', async () => {
	const old = { prompt: build.text('Prompt', {}), places: build.optionalNumber('Places', { default: 1 }) };
	const added = {
		flag: build.flag('New', { default: true }),
		list: build.list('New', { name: 'one', displayName: 'One', itemTitle: '' }, {}, {}),
	};
	const hashWith = async (parameters: build.Parameters, values: object = {}, options = parameters) => {
		const texts = { value: '', name: '', action: '', description: '' };
		const shape = { ...texts, kind: 'image' as const, to: { path: '/' }, plan: () => ({ body: {} }) };
		const operation = build.defineCreate({ ...shape, parameters, options });
		const given = { prompt: 'A lighthouse', places: 3, options: { prompt: 'Two', places: 4 }, ...values };
		return (await claimOfRequest(operation, given)).request;
	};
	const hash = await hashWith(old);
	expect(await hashWith({ ...added, places: old.places, prompt: old.prompt })).toBe(hash);
	expect(await hashWith({ ...old, ...added }, { flag: false })).not.toBe(hash);
	expect(await hashWith(old, { options: { prompt: 'Two', places: 5 } })).not.toBe(hash);
});
