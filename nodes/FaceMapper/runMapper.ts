import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import * as faces from '../shared/faces';
import { hint } from '../shared/n8n/hintsAndCustomData';
import {
	errorMap,
	Failure,
	failedItem,
	itemsAtDoor,
	stopOnFailure,
	toFailure,
	type Failed,
} from '../shared/operation';
import { readFieldValues, invalidFields } from '../shared/operation/readParameters';
import { withoutAbsent } from '../shared/service/values';
import { createEnvironment } from '../shared/async/environment';
import { createYield, each } from '../shared/async/limit';
import * as fields from './fields';

/** @throws NodeOperationError that names all failed items when the node stops on failures */
export async function runMapper(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await itemsAtDoor(context, async () => await mapAll(context));
}

async function mapAll(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const [targets, newFaces] = [itemsOf(context, 0), itemsOf(context, 1)];
	if (targets.length === 0) {
		throw new Failure(`Nothing came in on ${fields.labels.target}`, {
			description:
				'Connect the node that detects the image to change to the first input. In a loop, put both sides into the loop, or set New Faces From to JSON.',
		});
	}
	const items = targets.map((_, item) => item);
	const groups = areTogether(context) ? [items] : items.map((item) => [item]);
	const failures: Failed[] = [];
	const turn = createYield(createEnvironment(context));
	const mapped = await each(groups, { turn }, async (group): Promise<INodeExecutionData> => {
		const [item = 0] = group;
		const pairedItem = group.map((target) => ({ item: target, input: 0 }));
		try {
			const given = settingsOf(context, item);
			const images = group.map((target) => targets[target]);
			return { json: mapFaces(images, sourcesOf(newFaces, item, targets.length, given), given), pairedItem };
		} catch (error) {
			const failure = toFailure(error);
			failures.push({ failure, item });
			return { json: failedItem({ failure, item }), pairedItem };
		}
	});
	stopOnFailure(context, failures);
	if (mapped.some(({ json }) => 'targetImage' in json && !('sourceImage' in json))) {
		hint(
			context,
			`Nothing came in on ${fields.labels.source}. The faces of ${fields.labels.target} are enough for an age change, but not for a swap`,
		);
	}
	return mapped;
}

function areTogether(context: IExecuteFunctions): boolean {
	try {
		const given: unknown = context.getNodeParameter('match', 0);
		return fields.parameters.match.schema.safeParse(given).data === 'allTargetsTogether';
	} catch {
		return false;
	}
}

/** @throws Failure */
function mapFaces(
	targetItems: unknown[],
	sources: faces.DetectedImage[] | undefined,
	settings: fields.MapperSettings,
) {
	const { mediaType, order, sourceFrom } = settings;
	const source = sourceFrom === 'field' ? fields.DETECTION : fields.labels.source;
	const targets = faces.readImages(targetItems, fields.labels.target);
	const pairs = settings.replacements.map(({ faceNumber, newFaceNumber }) => ({
		target: faceNumber,
		source: newFaceNumber,
	}));
	const { targetImage, sourceImage }: faces.ChosenFaces & Partial<faces.FacePairs> = sources
		? faces.pairFaces({ ...settings, targets, sources, pairs, labels: { ...fields.labels, source } })
		: faces.listTargets(targets, fields.labels.target, mediaType, order);
	const [modifyImage, ...others] = new Set(targets.map(({ imageUrl }) => imageUrl));
	const faceCount = targetImage.length;
	const whole = { targetImage, sourceImage, faceCount, mediaType };
	return withoutAbsent(others.length > 0 ? whole : { ...whole, modifyImage });
}

/**
 * Undefined for an age change. @throws Failure where the inputs differ in length, because later items would get wrong
 * faces
 */
function sourcesOf(
	newFaces: unknown[],
	item: number,
	targets: number,
	{ match, sourceFrom, sourceDetection }: fields.MapperSettings,
): faces.DetectedImage[] | undefined {
	if (sourceFrom === 'field') return faces.readImages(sourceDetection ?? '', fields.DETECTION);
	if (newFaces.length === 0) return undefined;
	if (match !== 'sourceAtSamePosition') return faces.readImages(newFaces, fields.labels.source);
	if (newFaces.length === targets) return faces.readImages([newFaces[item]], fields.labels.source);
	throw faces.faceFailure(
		`${fields.labels.target} has ${targets === 1 ? '1 item' : `${targets} items`}, and ${fields.labels.source} has ${newFaces.length}`,
		`Items are matched by their positions, so both inputs need the same number of items. Or set ${fields.ITEM_MATCHING} to ${fields.ALL_WITH_EACH}, or New Faces From to JSON`,
	);
}

function settingsOf(context: IExecuteFunctions, item: number): fields.MapperSettings {
	const given = readFieldValues(context, fields.mapperFields, item);
	const parsed = fields.settings.safeParse(given, { errorMap });
	if (!parsed.success) throw invalidFields(fields.mapperFields, parsed.error);
	return parsed.data;
}

function itemsOf(context: IExecuteFunctions, input: number): unknown[] {
	const connected = context.getExecuteData().data.main ?? [];
	return input === 0 || connected[input] ? context.getInputData(input).map(({ json }) => json) : [];
}
