import { z } from '../../zod';
import { changed, prepared, type Schema } from '../../service/schema';
import { isObject, trimmed } from '../../service/values';
import { parameter, type FieldProperties } from './builders';
import { refuse, refuseValue } from './messages';
import * as schemas from './schemas';

export type Media = { mode: 'url'; url: string } | { mode: 'binary'; property: string };

const FIELD_NAME = 'the name of the binary field that holds the file (usually data)';
const FILE_NAME = 'Enter the name of the binary field without an expression, such as data';
const BY_FILE = 'Give the whole address. For a file of the item, choose By File';

const mediaWith = (advice = BY_FILE) =>
	changed(z.unknown(), (given, context): Media => {
		const value = schemas.locatorValue(given);
		if (!isObject(given) || given.mode !== 'binary') {
			return { mode: 'url', url: schemas.readAddress(value, context, advice) };
		}
		// n8n's own words for a file are $binary.data.
		if (isObject(value)) return refuse(context, 'is the file itself, and not its name', [], FILE_NAME);
		const property = typeof value === 'string' ? trimmed(value) : '';
		schemas.refuseLeftover(property, context);
		return { mode: 'binary', property: property || refuseValue(context, FIELD_NAME, value) };
	});

export const mediaSchema = mediaWith();

export const optionalMediaSchema = (advice?: string) =>
	prepared(
		(given) => (schemas.presentValue(schemas.locatorValue(given)) === undefined ? undefined : given),
		mediaWith(advice).optional(),
	);

export const FILE_FIELD = "The name of the item's binary field that holds the file";

type MediaProperties = FieldProperties & { default?: string; fileHint?: string };

function mediaField<T>(
	displayName: string,
	{
		default: value = '',
		placeholder = 'e.g. https://example.com/photo.jpg',
		fileHint: hint = `${FILE_FIELD}. The service must reach this n8n to fetch it.`,
		...field
	}: MediaProperties,
	schema: Schema<T>,
) {
	return parameter('resourceLocator', schema, displayName, {
		...field,
		default: { mode: 'url', value },
		modes: [
			{ displayName: 'By URL', name: 'url', type: 'string', placeholder },
			// The editor truncates a name longer than n8n's own modes.
			{ displayName: 'By File', name: 'binary', type: 'string', placeholder: 'e.g. data', hint },
		],
	});
}

export const media = (displayName: string, field: MediaProperties) =>
	mediaField(displayName, { required: true, ...field }, mediaSchema);

/** `advice` is the remedy for a wrong value. */
export const optionalMedia = (
	displayName: string,
	{ advice, ...field }: MediaProperties & { advice?: string },
) => mediaField(displayName, field, optionalMediaSchema(advice));

interface Dropdown extends FieldProperties {
	from: string;
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

export const id = (displayName: string, field: Dropdown) =>
	idField(displayName, { required: true, ...field }, schemas.idSchema);

export const optionalId = (displayName: string, field: Dropdown) =>
	idField(displayName, field, schemas.optionalIdSchema);

/** The service has no list of records. */
export const givenId = (description: string) =>
	parameter('resourceLocator', schemas.idSchema, 'ID', {
		default: { mode: 'id', value: '={{ $json.id }}' },
		required: true,
		description,
		modes: [{ displayName: 'By ID', name: 'id', type: 'string', placeholder: RECORD }],
	});

export const idList = (displayName: string, field: FieldProperties) =>
	parameter('string', schemas.idsSchema, displayName, { required: true, ...field });
