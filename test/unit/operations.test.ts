import { settingsOf } from '../../nodes/shared/operation/settings';
import type { Operation } from '../../nodes/shared/operation/types';
import { listedNodes } from '../support/operations';

const operations: Array<[string, Operation]> = listedNodes().flatMap(({ folder, resources = [] }) =>
	resources.flatMap((resource) =>
		resource.operations.map((operation): [string, Operation] => [
			`${folder} ${resource.value}.${operation.value}`,
			operation,
		]),
	),
);

test('every action node has operations', () => {
	const nodes = listedNodes()
		.filter(({ resources }) => resources)
		.map(({ folder }) => folder);
	expect(nodes).toEqual(
		expect.arrayContaining(['FaceSwap', 'LiveAvatar', 'VideoTranslation', 'ImageGeneration', 'AvatarVideo']),
	);
	expect(operations.length).toBeGreaterThan(25);
});

test('resources and operations are those of the contract', () => {
	const found = Object.fromEntries(
		listedNodes().flatMap(({ type, resources }) =>
			resources
				? [
						[
							type.description.name,
							Object.fromEntries(
								resources.map(({ value, operations }) => [value, operations.map((one) => one.value).sort()]),
							),
						],
					]
				: [],
		),
	);
	expect(found).toEqual({
		faceSwap: {
			faceSwap: ['swapImage', 'swapVideo'],
			reage: ['reageImage', 'reageVideo'],
			face: ['detect'],
			job: ['cancel', 'delete', 'get', 'getAll'],
			credit: ['get'],
			custom: ['submit'],
		},
		liveAvatar: {
			session: ['close', 'create', 'get', 'getAll', 'pause'],
			chat: ['sendMessage'],
			custom: ['submit'],
		},
		videoTranslation: { language: ['getAll'], translation: ['create', 'get'], custom: ['submit'] },
		imageGeneration: { image: ['generate', 'get', 'upscale', 'vary'], custom: ['submit'] },
		avatarVideo: {
			avatar: ['get', 'getAll', 'upload'],
			avatarVideo: ['create'],
			talkingAvatar: ['create'],
			video: ['get'],
			voice: ['clone', 'get', 'getAll', 'textToSpeech'],
			custom: ['submit'],
		},
	});
});

test('getAll is shown as Get Many, and no operation is called sendAndWait', () => {
	for (const [, operation] of operations) {
		expect(operation.value).not.toBe('sendAndWait');
		if (operation.value === 'getAll') expect(operation.name).toBe('Get Many');
	}
});

test('only the creates of Face Swap offer Cancel on Stop and Minimum Credit', () => {
	const offering = operations.flatMap(([name, operation]) => {
		const { waitOptions, options } = settingsOf(operation);
		return 'cancelOnStop' in waitOptions || 'minimumCredit' in options ? [name] : [];
	});
	expect(offering.sort()).toEqual([
		'FaceSwap faceSwap.swapImage',
		'FaceSwap faceSwap.swapVideo',
		'FaceSwap reage.reageImage',
		'FaceSwap reage.reageVideo',
	]);
});
