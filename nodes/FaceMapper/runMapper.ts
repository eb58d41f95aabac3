import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { faceOrderChoice, readImages, type DetectedImage } from '../shared/faces/given';
import * as pairing from '../shared/faces/pairFaces';
import { hint } from '../shared/n8n/hintsAndCustomData';
import { asFields, nodeOf, storedFields } from '../shared/n8n/storedExecution';
import { readAs, readFieldValues } from '../shared/operation/readParameters';
import { withoutAbsent } from '../shared/service/values';
import { itemsOf, outcomeOf } from '../shared/run/output';
import type { Run } from '../shared/run/runContext';
import { each } from '../shared/async/limit';
import * as build from '../shared/operation';

/** @throws NodeOperationError that names all failed items when the node stops on failures */
export async function runMapper(run: Run): Promise<INodeExecutionData[]> {
	const { context, items: targets } = run;
	if (targets.length === 0) {
		throw new build.Failure(`Nothing came in on ${labels.target}`, 'changeSetting', {
			submitted: 'no',
			description:
				'Connect the node that detects the image to change to the first input. In a loop, put both sides into the loop, or set New Faces From to JSON.',
		});
	}
	const isConnected = context.getExecuteData().data.main?.[1];
	const newFaces = isConnected ? context.getInputData(1).map(({ json }) => json) : [];
	const isShifted = haveDropped(context);
	const all = [...targets.keys()];
	const isTogether = nodeOf(context).parameters.match === 'allTargetsTogether';
	const groups = isTogether ? [all] : all.map((item) => [item]);
	const outcomes = await each(groups, { turn: run.yieldToEventLoop }, async (group) => {
		const [item = 0] = group;
		const map = (): INodeExecutionData => {
			const given = readAs(settings, readFieldValues(context, mapperFields, item), mapperFields);
			if (isShifted && given.match === 'sourceAtSamePosition')
				throw build.wrongField(ITEM_MATCHING, SHIFTED, ALL_ROWS);
			const images = group.map((target) => targets[target]?.json);
			const json = mapFaces(images, sourcesOf(newFaces, item, targets.length, given), given);
			return { json, pairedItem: group.map((target) => ({ item: target, input: 0 })) };
		};
		return await outcomeOf(item, map, { submitted: 'no' });
	});
	if (outcomes.some(({ value }) => value && !('sourceImage' in value.json))) hint(context, NO_NEW_FACE);
	return itemsOf(run, outcomes);
}

/** Whether the nodes before have dropped other rows on one side than on the other. n8n numbers the items of an input anew. */
function haveDropped(context: IExecuteFunctions): boolean {
	const { source } = context.getExecuteData();
	const [ofTargets = [], ofSources = []] = [0, 1].map((input) => {
		const { previousNode, previousNodeRun = 0, previousNodeOutput = 0 } = asFields(source?.main?.[input]);
		const path = [previousNode, previousNodeRun, 'data', 'main', previousNodeOutput].map(String);
		const items = Object.values(storedFields(context, 'resultData', 'runData', ...path));
		return items.map((item) => Number(asFields(asFields(item).pairedItem).item));
	});
	const areInOrder = [ofTargets, ofSources].every((rows) =>
		rows.every((row, at) => row > (rows[at - 1] ?? -1)),
	);
	return areInOrder && ofTargets.length === ofSources.length && String(ofTargets) !== String(ofSources);
}

function mapFaces(targetItems: unknown[], sources: DetectedImage[] | undefined, settings: MapperSettings) {
	const { mediaType, replacements } = settings;
	const targets = readImages(targetItems, labels.target);
	const pairs = replacements.map(({ faceNumber: target, newFaceNumber: source }) => ({ target, source }));
	const source = settings.sourceFrom === 'field' ? DETECTION : labels.source;
	const mapped = pairing.pairFaces({ ...settings, targets, sources, pairs, labels: { ...labels, source } });
	const [modifyImage, ...others] = new Set(targets.map(({ imageUrl }) => imageUrl));
	const whole = { ...mapped, faceCount: mapped.targetImage.length, mediaType };
	return withoutAbsent(others.length > 0 ? whole : { ...whole, modifyImage });
}

/** Undefined for an age change. @throws Failure where the inputs differ in length: later items would get wrong faces */
function sourcesOf(
	newFaces: unknown[],
	item: number,
	targets: number,
	{ match, sourceFrom, sourceDetection }: MapperSettings,
): DetectedImage[] | undefined {
	if (sourceFrom === 'field') return readImages(sourceDetection ?? '', DETECTION);
	if (newFaces.length === 0) return undefined;
	if (match !== 'sourceAtSamePosition') return readImages(newFaces, labels.source);
	if (newFaces.length === targets) return readImages([newFaces[item]], labels.source);
	throw build.wrongField(
		ITEM_MATCHING,
		`${labels.target} has ${targets === 1 ? '1 item' : `${targets} items`}, and ${labels.source} has ${newFaces.length}`,
		`Items are matched by their positions, so both inputs need the same number of items. Or set ${ITEM_MATCHING} to ${ALL_WITH_EACH}, or New Faces From to JSON`,
	);
}

export const labels = { target: 'Image to Change', source: 'New Face' } as const;
const NO_NEW_FACE = `Nothing came in on ${labels.source}. That is enough for an age change, but not for a swap`;
const SHIFTED = `${labels.target} and ${labels.source} lack different rows, so faces of different rows would meet`;
const ALL_ROWS =
	'In the nodes before, set On Error to Continue, so that each row that failed keeps its place';
const DETECTION = 'New Face Detection (JSON)';
const ITEM_MATCHING = 'Item Matching';
const ALL_WITH_EACH = 'All New Faces With Each Image';
const faceNumber = { default: 1, min: 1, whole: true };

export const parameters = {
	connectNotice: build.notice(
		'Detect both images with Face Swap › Face. Connect the image to change to the first input and the new face to the second. After this node add a Face Swap with Which Faces: From Face Mapper (JSON).',
		{},
	),
	mediaType: build.choice('Media Type', {
		default: 'image',
		noDataExpression: true,
		options: [
			{ name: 'Image', value: 'image', description: 'For swaps and age changes in images' },
			{ name: 'Video', value: 'video', description: 'For swaps and age changes in videos' },
		],
		description: 'Whether you change an image or a video, which take different key points',
	}),
	sourceFrom: build.choice('New Faces From', {
		default: 'input',
		noDataExpression: true,
		options: [
			{ name: 'Second Input', value: 'input', description: 'The items of the input New Face' },
			{ name: 'JSON', value: 'field', description: 'A field of this node, which then has one input' },
		],
		description: 'The source of the detected new faces',
	}),
	sourceDetection: build.json(DETECTION, {
		required: true,
		displayOptions: { show: { sourceFrom: ['field'] } },
		placeholder: "e.g. {{ $('Detect New Face').first().json }}",
		description: 'The output of Detect for the image of the new faces, or a list of such outputs',
	}),
	whichFaces: build.choice('Which Faces', {
		builderHint: `${pairing.pairingHints} with faceNumber and newFaceNumber, from 1, left to right.`,
		default: 'inOrder',
		options: pairing.pairings,
		description: 'The faces to replace, and their new faces',
	}),
	replacements: build.list(
		'Replacements',
		{
			name: 'face',
			displayName: 'Face',
			itemTitle:
				'=Face {{ $collection.item.value.faceNumber }}: New Face {{ $collection.item.value.newFaceNumber }}',
		},
		{
			faceNumber: build.number('Face Number', {
				...faceNumber,
				description: 'The face to replace, counted from 1 in the image to change',
			}),
			newFaceNumber: build.number('New Face Number', {
				...faceNumber,
				description: 'The new face, counted from 1 through all items of New Face',
			}),
		},
		{
			placeholder: 'Add Replacement',
			displayOptions: { show: { whichFaces: ['choose'] } },
			description: 'The faces to replace. All other faces stay as they are.',
		},
	),
	order: build.choice('Face Order', faceOrderChoice),
	match: build.choice(ITEM_MATCHING, {
		default: 'allSourcesToEachTarget',
		noDataExpression: true,
		options: [
			{ name: ALL_WITH_EACH, value: 'allSourcesToEachTarget' },
			{ name: 'New Face at the Same Position', value: 'sourceAtSamePosition' },
			{
				name: 'All Images Together',
				value: 'allTargetsTogether',
				description: 'A video with several stills',
			},
		],
		description: 'Which items of New Face belong to which items of Image to Change',
	}),
	onMismatch: build.choice('On Mismatch', {
		default: 'error',
		options: [
			{ name: 'Fail the Item', value: 'error' },
			{ name: 'Pair as Many as There Are', value: 'truncate' },
		],
		description: 'What to do when one side has more faces than the other',
	}),
};
export const mapperFields = build.fieldsIn(parameters);
export const settings = build.schemaOf(parameters);
type MapperSettings = build.ValuesOf<typeof parameters>;
