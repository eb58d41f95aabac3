import { LANGUAGES } from '../../../shared/lists/catalog';
import { getMany } from '../../../shared/lists/pages';
import { defineGetMany, filters, search } from '../../../shared/operation';

export const getAll = defineGetMany({
	action: 'Get many languages',
	description: 'List the languages of video translation. A translation takes the lang_code or lang_name.',
	parameters: { filters: filters({ search }) },
	call: getMany(LANGUAGES),
});
