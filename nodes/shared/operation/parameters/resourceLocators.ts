import { z } from 'zod/v3';
import { leftoverIn } from '../../service/leftovers';
import { changed, prepared, type Schema } from '../../service/schema';
import { encodeSpaces, isHttpUrl } from '../../service/urls';
import { isObject } from '../../service/values';
import { parameter, type FieldProperties } from './builders';
import { quoted, refuse } from './messages';
import * as schemas from './schemas';

/* Parameters that are n8n's resource locators. */

/** A picture, video or sound as the person gave it. */
export type Media = { mode: 'url'; url: string } | { mode: 'binary'; property: string };

/**
 * A media parameter: a resource locator with the modes `url` and `binary`, or a plain text. A plain text that is an
 * http(s) address is taken as one; any other names a binary field only when the mode says so.
 * @param advice what to do about a wrong value
 */
const mediaWith = (mayBeEmpty: boolean, advice?: string) =>
	changed(z.unknown(), (given, context): Media => {
		const value = schemas.locatorValue(given);
		const isFile = isObject(given) && given.mode === 'binary';
		const text = typeof value === 'string' ? value.trim() : '';
		const leftover = leftoverIn(text);
		if (leftover) return refuse(context, leftover.message, [], leftover.description);
		if (isFile && text !== '') return { mode: 'binary', property: text };
		if (!isFile && isHttpUrl(text)) return { mode: 'url', url: encodeSpaces(text) };
		const wanted = isFile
			? 'name the binary field that holds the file (usually data)'
			: `be ${schemas.ONE_ADDRESS}`;
		const message = [
			`must ${wanted}, but ${quoted(value)} was given`,
			!isFile && 'for a file of the item itself choose By File',
			mayBeEmpty && 'or leave it empty',
		];
		return refuse(context, message.filter(Boolean).join('; '), [], advice);
	});

export const mediaSchema = mediaWith(false);

/** An optional media parameter: undefined when absent or empty. */
export const optionalMediaSchema = (mayBeEmpty = false, advice?: string) =>
	prepared(
		(given) => (schemas.presentValue(schemas.locatorValue(given)) === undefined ? undefined : given),
		mediaWith(mayBeEmpty, advice).optional(),
	);

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
) => mediaField(displayName, field, optionalMediaSchema(!field.required, advice));

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
