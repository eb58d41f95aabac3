import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { listedNodes } from '../support/operations';

/*
 * Names and defaults, as workflows in the field store them, what has to be filled in, what a field takes, and when an
 * option is offered: n8n keeps only what differs from a default. A change here changes people's workflows. Add; do not
 * alter.
 */

type Option = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** A parameter as stored: its default, its choices, the parameters in it. */
function contractOf(properties: readonly INodeProperties[]): Record<string, unknown> {
	const contract: Record<string, unknown> = {};
	for (const property of properties) {
		const { show } = property.displayOptions ?? {};
		// A twin for the screen's sake says the same once more.
		const isTwin = property.type === 'hidden' || show?.['/options.moreFields'] !== undefined;
		if (isTwin) continue;
		const place = [show?.resource, show?.operation].filter(Boolean).map(String).join('.');
		const shown = Object.entries(show ?? {}).filter(
			([name]) => !['resource', 'operation', property.name].includes(name),
		);
		const when = shown.map(([name, values]) => ` [${name}: ${String(values)}]`).join('');
		const key = `${place === '' ? '' : `${place} `}${property.name}${when}`;
		expect(contract).not.toHaveProperty([key]);
		contract[key] = describeParameter(property);
	}
	return contract;
}

function describeParameter(property: INodeProperties): unknown {
	const { type, typeOptions, default: value, required, noDataExpression, options, modes } = property;
	const choices = (options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
	const inner = (options ?? []).flatMap((option: Option) => {
		if ('values' in option) return [[option.name, contractOf(option.values)]];
		if (!('type' in option)) return [];
		const when = option.displayOptions && { shown: option.displayOptions };
		return [[option.name, { ...(describeParameter(option) as object), ...when }]];
	});
	return {
		type,
		default: value,
		...(typeOptions && { typeOptions }),
		...(required && { required }),
		...(noDataExpression && { noDataExpression }),
		...(choices.length > 0 && { choices: [...choices].sort() }),
		...(inner.length > 0 && { in: Object.fromEntries(inner) as unknown }),
		...(modes && {
			modes: modes.map((mode) => (mode.typeOptions ? [mode.name, mode.typeOptions] : mode.name)),
		}),
	};
}

test.each(listedNodes().map((node) => [node.folder, node] as const))(
	'the names and defaults of %s are kept for good',
	(_folder, { type }) => {
		const { name, displayName, credentials, version, webhooks, properties } = type.description;
		expect({
			...{ name, displayName, version, credentials },
			// Their addresses are out in the world: those of waits, and those that people gave to the service.
			...{ webhooks, properties: contractOf(properties) },
		}).toMatchSnapshot();
	},
);

test('the nodes are those of the contract, under their names', () => {
	const known = [
		['FaceSwap', 'faceSwap', 'Face Swap'],
		['FaceMapper', 'faceMapper', 'Face Mapper'],
		['ImageGeneration', 'imageGeneration', 'Image Generation'],
		['VideoTranslation', 'videoTranslation', 'Video Translation'],
		['AvatarVideo', 'avatarVideo', 'Avatar Video'],
		['LiveAvatar', 'liveAvatar', 'Live Avatar'],
		['MediaGenerationTrigger', 'mediaGenerationTrigger', 'Media Generation Trigger'],
	];
	const listed = listedNodes().map(({ folder, type }) => [
		folder,
		type.description.name,
		type.description.displayName,
	]);
	expect(listed.sort()).toEqual(known.sort());
});

test('agents are offered what makes sense as a tool: Face Mapper needs two inputs, and a trigger starts', () => {
	const tools = listedNodes().filter(({ type }) => type.description.usableAsTool);
	expect(tools.map(({ folder }) => folder).sort()).toEqual([
		'AvatarVideo',
		'FaceSwap',
		'ImageGeneration',
		'LiveAvatar',
		'VideoTranslation',
	]);
});

test('the labels are those of the contract: source and target are what people confuse', () => {
	const labels = new Map<string, Set<string>>();
	const note = (properties: readonly INodeProperties[]) => {
		for (const { name, displayName, type, options = [] } of properties) {
			if (type === 'notice') continue;
			labels.set(name, (labels.get(name) ?? new Set()).add(displayName));
			for (const option of options) {
				if ('values' in option) note(option.values);
				else if ('type' in option) note([option]);
			}
		}
	};
	for (const { type } of listedNodes()) note(type.description.properties);
	const known: Array<[string, ...string[]]> = [
		['modifyImage', 'Picture to Change'],
		['modifyVideo', 'Video to Change'],
		['sourcePicture', 'New Face Picture', 'Its Own New Face'],
		['targetFrame', 'Still From the Video'],
		['faceReage', 'Years Older or Younger'],
		['singleFace', 'Only the Largest Face'],
		['language', 'Translate Into'],
		['sourceLanguage', 'Spoken Language'],
		['maxConcurrent', 'Submissions at a Time'],
		['whichFaces', 'Which Faces'],
		['sourceImage', 'New Faces (JSON)', 'Source Image'],
		['targetImage', 'Faces to Replace (JSON)', 'Faces to Change (JSON)'],
	];
	for (const [name, ...words] of known) {
		for (const label of labels.get(name) ?? ['none']) {
			if (name === 'language' && label === 'Language') continue;
			expect([name, words.includes(label) ? words[0] : label]).toEqual([name, words[0]]);
		}
	}
});
