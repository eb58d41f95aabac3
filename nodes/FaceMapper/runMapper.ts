import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import {
	FaceError,
	listTargets,
	pairFaces,
	readPictures,
	type ChosenFaces,
	type FacePairs,
	type Picture,
} from '../shared/faces';
import { hint } from '../shared/n8n/hintsAndCustomData';
import { failedItem, stopOnFailure, toFailure, type Failed } from '../shared/operation/failure';
import { readFieldValues, invalidFields } from '../shared/operation/readParameters';
import { errorMap } from '../shared/operation/parameters/messages';
import { withoutAbsent } from '../shared/service/values';
import { createEnvironment } from '../shared/async/environment';
import { createBreathe, each } from '../shared/async/limit';
import { DETECTION, mapperFields, labels, parameters, settings, type MapperSettings } from './fields';

/**
 * Runs the node: handles each group of items that belong together alone, so that one that can't be paired does not
 * affect the others.
 * @throws NodeOperationError that names all failed items, when the node is to stop on failures
 */
export async function runMapper(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const [targets, newFaces] = [itemsOf(context, 0), itemsOf(context, 1)];
	if (targets.length === 0) {
		throw new NodeOperationError(context.getNode(), `Nothing came in on ${labels.target}`, {
			description:
				'Connect the node that detects the picture to change to the first input. In a loop both sides must be in the loop, or set New Faces From to JSON.',
		});
	}
	const items = targets.map((_, item) => item);
	const groups = areTogether(context) ? [items] : items.map((item) => [item]);
	const failures: Failed[] = [];
	const turn = createBreathe(createEnvironment(context));
	const mapped = await each(groups, { turn }, async (group): Promise<INodeExecutionData> => {
		const [item = 0] = group;
		const pairedItem = group.map((target) => ({ item: target, input: 0 }));
		try {
			const given = settingsOf(context, item);
			const pictures = group.map((target) => targets[target]);
			return {
				json: mapFaces(pictures, sourcesOf(newFaces, item, targets.length, given), given),
				pairedItem,
			};
		} catch (error) {
			const failure = toFailure(error);
			failures.push({ failure, item });
			return { json: failedItem(failure), pairedItem };
		}
	});
	stopOnFailure(context, failures);
	if (mapped.some(({ json }) => 'targetImage' in json && !('sourceImage' in json))) {
		hint(
			context,
			`Nothing came in on ${labels.source}, so only the faces of ${labels.target} are given: enough for an age change, not for a swap`,
		);
	}
	return mapped;
}

/** Which items go together holds for all, so the first one says it. Where it can't be evaluated, each item tells why. */
function areTogether(context: IExecuteFunctions): boolean {
	try {
		const given: unknown = context.getNodeParameter('match', 0);
		return parameters.match.schema.safeParse(given).data === 'allTargetsTogether';
	} catch {
		return false;
	}
}

/** The lists that a swap or an age change takes, from detections (service.md: Faces). @throws FaceError */
function mapFaces(targetItems: unknown[], sources: Picture[] | undefined, settings: MapperSettings) {
	const { mediaType, order, sourceFrom } = settings;
	const source = sourceFrom === 'field' ? DETECTION : labels.source;
	const targets = readPictures(targetItems, labels.target);
	const { targetImage, sourceImage }: ChosenFaces & Partial<FacePairs> = sources
		? pairFaces({ ...settings, targets, sources, labels: { ...labels, source } })
		: listTargets(targets, labels.target, mediaType, order);
	// The picture in which the target faces were found. Of several, none is the one to change.
	const [modifyImage, ...others] = new Set(targets.map(({ imageUrl }) => imageUrl));
	const faceCount = targetImage.length;
	const whole = { targetImage, sourceImage, faceCount, mediaType };
	return withoutAbsent(others.length > 0 ? whole : { ...whole, modifyImage });
}

/**
 * The pictures of the new faces of an item; undefined where nothing came in: its faces are for an age change.
 * @throws FaceError where positions say nothing: a node before may have lost an item, and all after it would get the face
 * of another
 */
function sourcesOf(
	newFaces: unknown[],
	item: number,
	targets: number,
	{ match, sourceFrom, sourceDetection }: MapperSettings,
): Picture[] | undefined {
	if (sourceFrom === 'field') return readPictures(sourceDetection ?? '', DETECTION);
	if (newFaces.length === 0) return undefined;
	if (match !== 'sourceAtSamePosition') return readPictures(newFaces, labels.source);
	if (newFaces.length === targets) return readPictures([newFaces[item]], labels.source);
	throw new FaceError(
		`${labels.target} has ${targets === 1 ? '1 item' : `${targets} items`}, and ${labels.source} has ${newFaces.length}`,
		`Which belong together is told by their positions alone, and a node before may have left one out. Give as many items on both inputs, keep the detection of the new face in the item of its picture and set New Faces From to JSON, or set Which Items Go Together to All New Faces With Each Picture`,
	);
}

/** The parameters of an item: an expression may give each target its own new faces. */
function settingsOf(context: IExecuteFunctions, item: number): MapperSettings {
	const given = readFieldValues(context, mapperFields, item);
	const parsed = settings.safeParse(given, { errorMap });
	if (!parsed.success) throw invalidFields(mapperFields, parsed.error);
	return parsed.data;
}

function itemsOf(context: IExecuteFunctions, input: number): unknown[] {
	const connected = context.getExecuteData().data.main ?? [];
	return input === 0 || connected[input] ? context.getInputData(input).map(({ json }) => json) : [];
}
