import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { FaceSwap } from '../../nodes/FaceSwap/FaceSwap.node';

/*
 * What n8n's editor does with the parameters when a choice changes (useNodeSettingsParameters and ParameterInputList,
 * n8n 2.41.1): it keeps what is shown and differs from its default, sets the choice, empties lists that depend on it,
 * fills in the defaults of what is shown now, and empties each name that is no longer on the screen.
 */

const { description } = new FaceSwap();
const node = { typeVersion: 1, parameters: {} } as INode;

function shown(parameters: INodeParameters): INodeProperties[] {
	return description.properties.filter(
		(property) =>
			property.type !== 'hidden' && NodeHelpers.displayParameter(parameters, property, node, description),
	);
}

function filled(parameters: INodeParameters, withDefaults = true): INodeParameters {
	const { properties } = description;
	return NodeHelpers.getNodeParameters(properties, parameters, withDefaults, false, node, description) ?? {};
}

function choose(before: INodeParameters, name: string, value: string): INodeParameters {
	const kept: INodeParameters = { ...filled(before, false), [name]: value };
	const emptied = shown(kept).filter(({ displayOptions, options = [], name: field }) => {
		if ((displayOptions?.show?.[name] ?? displayOptions?.hide?.[name]) === undefined) return false;
		const [first] = options;
		if (first === undefined) return false;
		return (
			!('value' in first) || !options.some((option) => 'value' in option && option.value === kept[field])
		);
	});
	const names = new Set(emptied.map((field) => field.name));
	const after = filled(Object.fromEntries(Object.entries(kept).filter(([field]) => !names.has(field))));
	const onScreen = (parameters: INodeParameters) => new Set(shown(parameters).map((field) => field.name));
	const [earlier, now] = [onScreen(before), onScreen(after)];
	const left = Object.entries(after).filter(([field]) => now.has(field) || !earlier.has(field));
	return filled(Object.fromEntries(left));
}

const url = (value: string) => ({ __rl: true, mode: 'url', value });
const fresh = (operation: string, parameters: INodeParameters = {}, resource = 'faceSwap') =>
	filled({ resource, operation, ...parameters });

test('the image to change is filled in from the input for provided faces alone, unless the person did', () => {
	const mapped = url('={{ $json.modifyImage }}');
	for (const [operation, resource, by] of [
		['swapImage', 'faceSwap', 'inOrder'],
		['reageImage', 'reage', 'all'],
	] as const) {
		const provided = choose(fresh(operation, {}, resource), 'whichFaces', 'provided');
		expect(provided.modifyImage).toEqual(mapped);
		expect(choose(provided, 'whichFaces', by).modifyImage).toEqual(url(''));
		const mine = url('https://example.com/mine.png');
		const typed = choose(fresh(operation, { modifyImage: mine }, resource), 'whichFaces', 'provided');
		expect(typed.modifyImage).toEqual(mine);
		expect(choose(typed, 'whichFaces', by).modifyImage).toEqual(mine);
	}
});
