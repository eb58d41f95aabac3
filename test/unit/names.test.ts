import { noResult } from '../../nodes/shared/jobs/output';
import type { INodeProperties } from 'n8n-workflow';
import { listedNodes } from '../support/operations';

/* Workflows, expressions and agents use the names of parameters. */

/** Field names of the service, in camelCase. */
const OF_THE_SERVICE = `avatarFrom avatarId faceEnhance faceReage inputText language layerNumber lipsync mergeInterval
	modeType modifyImage modifyVideo offsetX offsetY promptContent promptFrom rate ratio scale scaleX scaleY singleFace
	sourceImage sourceLanguage targetImage voice voiceId voiceUrl`;
/** Names that are shorter than their labels, and n8n's own binaryPropertyName. */
const SHORTER = `accept binaryPropertyName deduplicate elementsJson events kinds match maximumAge maxJobs order recordId saveAfter
	sourceDetection sourceFrom sourcePicture targetFrame waitForCompletion waitOptions`;
const exceptions = new Set(`${OF_THE_SERVICE} ${SHORTER}`.split(/\s+/));

type Listed = Pick<
	INodeProperties,
	'name' | 'displayName' | 'type' | 'options' | 'typeOptions' | 'builderHint'
>;
const fieldsIn = (fields: readonly Listed[]): Listed[] =>
	fields.flatMap((field) => {
		const inner = (field.options ?? []).flatMap((option) =>
			'values' in option ? option.values : 'type' in option ? [option] : [],
		);
		return [field, ...fieldsIn(inner)];
	});
const all = listedNodes().flatMap(({ type }) => fieldsIn(type.description.properties));
const fields = all.filter(({ type }) => type !== 'notice');

function camelCase(label: string): string {
	const words = label
		.replace(/\(.*?\)/g, '')
		.replace(/^Maximum /, 'Max ')
		.trim()
		.split(/[ -]+/);
	const shown = words.map((word) => word.replace('URL', 'Url').replace(/^ID/, 'Id'));
	return shown
		.map((word, at) => word.replace(/^./, (first) => (at === 0 ? first.toLowerCase() : first.toUpperCase())))
		.join('');
}

test('each name is its label in camelCase, unless it is a name of the service or a listed short name', () => {
	const different = fields.filter(({ name, displayName }) => camelCase(displayName) !== name);
	expect(new Set(different.map(({ name }) => name))).toEqual(exceptions);
});

/** The keys with several values, sorted. */
function several(pairs: ReadonlyArray<readonly [key: string, value: string]>): Record<string, string[]> {
	const values = new Map<string, Set<string>>();
	for (const [key, value] of pairs) values.set(key, (values.get(key) ?? new Set()).add(value));
	const shared = [...values].filter(([, { size }]) => size > 1);
	return Object.fromEntries(shared.map(([key, set]) => [key, [...set].sort()]));
}

test('no two nodes give one label two names, or one name two labels, unless the service does', () => {
	expect(several(fields.map(({ name, displayName }) => [displayName, name]))).toEqual({
		'Aspect Ratio': ['ratio', 'scale'],
		Audio: ['audio', 'voiceUrl'],
		Avatar: ['avatarId', 'recordId'],
	});
	expect(several(fields.map(({ name, displayName }) => [name, displayName]))).toEqual({
		avatarId: ['Avatar', 'Avatar ID'],
		language: ['Language', 'Translate Into'],
		recordId: ['Avatar', 'ID'],
		sourceImage: ['New Faces (JSON)', 'Source Image'],
		waitForCompletion: ['Wait Until It Streams', 'Wait for Completion'],
	});
});

test.each([true, false])('no list has more than 12 entries (in a tool: %s)', (isTool) => {
	const isShown = ({ displayOptions: { show, hide } = {} }: Partial<INodeProperties>) =>
		!(show?.['@tool'] && !isTool) && !(hide?.['@tool'] && isTool);
	const lengths = all
		.filter(({ type }) => type === 'collection')
		.map(({ options = [] }) => options.filter((option) => isShown(option as object)).length);
	expect(lengths.length).toBeGreaterThan(30);
	expect(Math.max(...lengths)).toBeLessThanOrEqual(12);
});

test('each number has a range, unless any number is right', () => {
	const free = fields.filter(
		({ type, typeOptions }) => type === 'number' && typeOptions?.minValue === undefined,
	);
	expect(new Set(free.map(({ name }) => name))).toEqual(new Set(['layerNumber', 'offsetX', 'offsetY']));
});

test("each hint for n8n's AI builder names only fields, choices and nodes that exist", () => {
	const hints = new Set(all.flatMap(({ builderHint }) => builderHint?.propertyHint ?? []));
	expect(hints.size).toBeGreaterThanOrEqual(15);
	const choices = all.flatMap(({ options = [] }) =>
		options.flatMap((each) => ('value' in each ? String(each.value) : [])),
	);
	const types = listedNodes().map(({ type }) => type.description.name);
	const names = fields.map(({ name }) => name);
	const known = new Set([...names, ...choices, ...types, 'itemIndex', 'orderNumber']);
	const words = [...hints].flatMap((hint) => hint.match(/\b[a-z]+[A-Z]\w*/g) ?? []);
	expect(words.filter((word) => !known.has(word) && !(word in noResult))).toEqual([]);
});
