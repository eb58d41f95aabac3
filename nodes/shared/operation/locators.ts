import { media as mediaSchema, optionalMedia as optionalMediaSchema } from '../media/input';
import type { Schema } from '../service/schema';
import { parameter, type Look, type Parameter } from './parameter';
import * as inputs from './inputs';

/* Parameters that are n8n's resource locators. */

/** The description of a binary field. */
export const FILE_FIELD = "The name of the item's binary field that holds the file";

type MediaLook = Look & {
	default?: string;
	/** The hint below the name of a binary field. */
	fileHint?: string;
};

function mediaField<T>(
	displayName: string,
	{
		default: value = '',
		placeholder = 'e.g. https://example.com/picture.jpg',
		fileHint:
			hint = `${FILE_FIELD}. The service fetches it from this n8n, which needs a public address for that`,
		...look
	}: MediaLook,
	schema: Schema<T>,
): Parameter<T> {
	return parameter('resourceLocator', schema, displayName, {
		...look,
		default: { mode: 'url', value },
		modes: [
			{ displayName: 'By URL', name: 'url', type: 'string', placeholder },
			// No longer than n8n's own modes: the editor truncates a longer name once it is chosen.
			{ displayName: 'By File', name: 'binary', type: 'string', placeholder: 'e.g. data', hint },
		],
	});
}

/** A picture, video or sound: an address, or a binary field of the item. */
export function media(displayName: string, look: MediaLook) {
	return mediaField(displayName, { required: true, ...look }, mediaSchema);
}

export function optionalMedia(displayName: string, look: MediaLook) {
	return mediaField(displayName, look, optionalMediaSchema);
}

/** The dropdown of a list that the service has. */
interface Dropdown extends Look {
	/** The list search method of the node that fills it. */
	from: string;
	/** What it shows while nothing is chosen. */
	whenEmpty?: string;
}

function idField<T>(
	displayName: string,
	{ from: searchListMethod, whenEmpty = 'Choose…', placeholder, ...look }: Dropdown,
	schema: Schema<T>,
): Parameter<T> {
	return parameter('resourceLocator', schema, displayName, {
		default: { mode: 'list', value: '' },
		...look,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: whenEmpty,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	});
}

/** An id that is chosen from a list of the service, or given. */
export function id(displayName: string, look: Dropdown): Parameter<string> {
	return idField(displayName, { required: true, ...look }, inputs.id);
}

export function optionalId(displayName: string, look: Dropdown): Parameter<string | undefined> {
	return idField(displayName, look, inputs.optionalId);
}

/** The id of one record; the service has no list of records to choose from. */
export function givenId(description: string): Parameter<string> {
	return parameter('resourceLocator', inputs.id, 'ID', {
		default: { mode: 'id', value: '={{ $json.id }}' },
		required: true,
		description,
		modes: [
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 66a1f0c2e4b0d1a2b3c4d5e6' },
		],
	});
}

/** Ids in a text field: separated by commas, or a list from an expression. */
export function idList(displayName: string, look: Look): Parameter<string[]> {
	return parameter('string', inputs.ids, displayName, { required: true, ...look });
}
