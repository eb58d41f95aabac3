import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { hint } from '../shared/n8n/told';
import {
	failedItem,
	ItemFailure,
	nodeError,
	stopOnFailure,
	toFailure,
	type Failed,
} from '../shared/operation/failure';
import { readParameters, refusal } from '../shared/operation/parameters';
import { shownValue } from '../shared/operation/issues';
import { fieldsIn, schemaOf, type Parameters, type ValuesOf } from '../shared/operation/parameter';
import { commonParameters, labels, parameters } from './fields';
import { mapFaces } from './mapFaces';

/**
 * Runs the node: handles each group of items that belong together alone, so that one that can't be paired does not
 * affect the others.
 * @throws NodeOperationError that names all failed items, when the node is to stop on failures
 */
export function runMapper(context: IExecuteFunctions): INodeExecutionData[] {
	const targets = itemsOf(context, 0);
	if (targets.length === 0) {
		const failure = new ItemFailure(`Nothing came in on ${labels.target}`, {
			description:
				'Connect the node that detects the picture to change to the first input. In a loop both sides must be in the loop, or set New Faces From to JSON.',
		});
		throw nodeError(context.getNode(), { item: 0, failure });
	}
	const items = targets.map((_, item) => item);
	let common: ValuesOf<typeof commonParameters>;
	try {
		// Of the first item only what holds for all: another of its expressions may fail for it alone.
		common = parse(context, 0, commonParameters);
	} catch (error) {
		const failure = toFailure(error);
		const failures = items.map((item) => ({ failure, item }));
		stopOnFailure(context, failures);
		return items.map((item) => ({ json: failedItem(failure), pairedItem: { item, input: 0 } }));
	}
	const { match, sourceFrom } = common;
	const inputs = sourceFrom === 'input' ? itemsOf(context, 1) : [];
	const sources = inputs.length > 0 ? inputs : undefined;
	if (sourceFrom === 'input' && !sources) {
		hint(
			context,
			`Nothing came in on ${labels.source}, so only the faces of ${labels.target} are given: enough for an age change, not for a swap`,
		);
	}
	const groups = match === 'allTargetsTogether' ? [items] : items.map((item) => [item]);
	const failures: Failed[] = [];
	const mapped = groups.map((group): INodeExecutionData => {
		const [item = 0] = group;
		const pairedItem = group.map((target) => ({ item: target, input: 0 }));
		try {
			const settings = parse(context, item, parameters);
			const pictures = group.map((target) => targets[target]);
			const newFaces = match === 'sourceAtSamePosition' ? sources?.slice(item, item + 1) : sources;
			return { json: mapFaces(pictures, newFaces, settings), pairedItem };
		} catch (error) {
			const failure = toFailure(error);
			failures.push({ failure, item });
			return { json: failedItem(failure), pairedItem };
		}
	});
	stopOnFailure(context, failures);
	return mapped;
}

/** The parameters of an item: an expression may give each target its own new faces. */
function parse<P extends Parameters>(context: IExecuteFunctions, item: number, wanted: P): ValuesOf<P> {
	const fields = fieldsIn(wanted);
	const parsed = schemaOf(wanted).safeParse(readParameters(context, fields, item), { errorMap: shownValue });
	if (!parsed.success) throw refusal(fields, parsed.error);
	return parsed.data;
}

function itemsOf(context: IExecuteFunctions, input: number): unknown[] {
	const connected = context.getExecuteData().data.main ?? [];
	return input === 0 || connected[input] ? context.getInputData(input).map(({ json }) => json) : [];
}
