import type { Json } from '../../service/request';
import type { CreateSettings } from './index';

type Fields = { [field: string]: Json | undefined };
type Given = Partial<CreateSettings>;

/**
 * The settings that put fields into the body of a create's request, each with the fields; undefined where it puts none.
 * The request, and all by which a job is known again, take them from here: a new one is one entry.
 */
const inBody = {
	extraFields: ({ extraFields }: Given): Fields | undefined => ({ ...extraFields }),
};

/** The names of these settings, as the list Options has them. */
export const BODY_SETTINGS: readonly string[] = Object.keys(inBody);

/** What each of these settings puts into the body, by the name of the setting. */
export function bodySettings(settings: Given): Record<string, Fields | undefined> {
	return Object.fromEntries(Object.entries(inBody).map(([name, fields]) => [name, fields(settings)]));
}

/** The fields that the settings put into the body. */
export function bodyOfSettings(settings: Given): Fields {
	return Object.assign({}, ...Object.values(bodySettings(settings))) as Fields;
}
