import { mediaSchema, optionalMediaSchema } from './mediaSchema';
import type { Schema } from '../../service/schema';
import { parameter, type FieldProperties } from './builders';
import * as schemas from './schemas';

/* Parameters that are n8n's resource locators. */

/** The description of a binary field. */
export const FILE_FIELD = "The name of the item's binary field that holds the file";

type MediaProperties = FieldProperties & {
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
		...field
	}: MediaProperties,
	schema: Schema<T>,
) {
	return parameter('resourceLocator', schema, displayName, {
		...field,
		default: { mode: 'url', value },
		modes: [
			{ displayName: 'By URL', name: 'url', type: 'string', placeholder },
			// No longer than n8n's own modes: the editor truncates a longer name once it is chosen.
			{ displayName: 'By File', name: 'binary', type: 'string', placeholder: 'e.g. data', hint },
		],
	});
}

/** A picture, video or sound: an address, or a binary field of the item. */
export const media = (displayName: string, field: MediaProperties) =>
	mediaField(displayName, { required: true, ...field }, mediaSchema);

/** One that may be left empty, at least before the operation looks at it. @param advice what to do about a wrong value */
export const optionalMedia = (
	displayName: string,
	{ advice, ...field }: MediaProperties & { advice?: string },
) => mediaField(displayName, field, optionalMediaSchema({ mayBeEmpty: !field.required, advice }));

/** The dropdown of a list that the service has. */
interface Dropdown extends FieldProperties {
	/** The list search method of the node that fills it. */
	from: string;
	/** What it shows while nothing is chosen. */
	whenEmpty?: string;
}

const RECORD = 'e.g. 66a1f0c2e4b0d1a2b3c4d5e6';

function idField<T>(
	displayName: string,
	{
		from: searchListMethod,
		whenEmpty: placeholder = 'Choose…',
		placeholder: example = RECORD,
		...field
	}: Dropdown,
	schema: Schema<T>,
) {
	const typeOptions = { searchListMethod, searchable: true };
	return parameter('resourceLocator', schema, displayName, {
		default: { mode: 'list', value: '' },
		...field,
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', placeholder, typeOptions },
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: example },
		],
	});
}

/** An id that is chosen from a list of the service, or given. */
export const id = (displayName: string, field: Dropdown) =>
	idField(displayName, { required: true, ...field }, schemas.idSchema);

export const optionalId = (displayName: string, field: Dropdown) =>
	idField(displayName, field, schemas.optionalIdSchema);

/** The id of one record; the service has no list of records to choose from. */
export const givenId = (description: string) =>
	parameter('resourceLocator', schemas.idSchema, 'ID', {
		default: { mode: 'id', value: '={{ $json.id }}' },
		required: true,
		description,
		modes: [{ displayName: 'By ID', name: 'id', type: 'string', placeholder: RECORD }],
	});

/** Ids in a text field: separated by commas, or a list from an expression. */
export const idList = (displayName: string, field: FieldProperties) =>
	parameter('string', schemas.idsSchema, displayName, { required: true, ...field });
