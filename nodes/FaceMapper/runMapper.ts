import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readPictures } from '../shared/faces';
import { asError } from '../shared/transport/errors';
import { failedItem, goesOn, ItemFailure, nodeError, toFailure } from '../shared/operation/failure';
import { readParameters, refusal } from '../shared/operation/parameters';
import { shownValue } from '../shared/operation/issues';
import { fields } from './fields';
import { mapFaces, matchItems } from './mapFaces';
import { settingsSchema, type MapperSettings } from './settings';

/**
 * Runs the node: each match of items on its own, so that one that can't be paired harms no other.
 * @throws NodeOperationError when an item failed and the node is to stop then
 */
export function runMapper(context: IExecuteFunctions): INodeExecutionData[] {
	const targets = itemsOf(context, 0);
	if (targets.length === 0) {
		const failure = new ItemFailure('Nothing came in on Target', {
			description:
				'Connect the detection of the picture to change to the first input. In a loop both sides must be in the loop, or set New Faces From to JSON.',
		});
		throw nodeError(context.getNode(), failure, 0);
	}
	let settings: MapperSettings;
	try {
		settings = settingsOf(context);
	} catch (error) {
		throw nodeError(context.getNode(), toFailure(error), 0);
	}
	const { sources, failure } = sourcesOf(context, settings);
	if (sources === undefined && !failure) hintNoSource(context);
	return matchItems(targets, sources, settings.match).map((matched) => {
		const pairedItem = matched.targetItems.map((item) => ({ item, input: 0 }));
		try {
			if (failure !== undefined) throw asError(failure);
			return { json: { ...mapFaces(matched, settings) }, pairedItem };
		} catch (error) {
			const found = toFailure(error);
			if (goesOn(context)) return { json: failedItem(found), pairedItem };
			throw nodeError(context.getNode(), found, matched.targetItems[0] ?? 0);
		}
	});
}

function settingsOf(context: IExecuteFunctions): MapperSettings {
	const parsed = settingsSchema.safeParse(readParameters(context, fields, 0), { errorMap: shownValue });
	if (!parsed.success) throw refusal(fields, parsed.error);
	return parsed.data;
}

/** The source side; a detection given as JSON is checked once for all. */
function sourcesOf(
	context: IExecuteFunctions,
	settings: MapperSettings,
): { sources?: unknown[]; failure?: unknown } {
	if (settings.sourceFrom === 'input') {
		const sources = itemsOf(context, 1);
		return sources.length > 0 ? { sources } : {};
	}
	try {
		readPictures(settings.sourceDetection ?? '', 'Source Detection (JSON)', settings.order);
		return { sources: [settings.sourceDetection] };
	} catch (failure) {
		return { failure };
	}
}

function itemsOf(context: IExecuteFunctions, input: number): unknown[] {
	const connected = context.getExecuteData().data.main ?? [];
	return input === 0 || connected[input] ? context.getInputData(input).map(({ json }) => json) : [];
}

function hintNoSource(context: IExecuteFunctions): void {
	context.addExecutionHints({
		message:
			'Nothing came in on Source, so only the faces of Target are given: enough for an age change, not for a swap',
		location: 'outputPane',
	});
}
