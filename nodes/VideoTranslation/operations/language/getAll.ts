import { readLanguages } from '../../../shared/lists/catalog';
import { defineGetMany } from '../../../shared/operation';

export const getAll = defineGetMany({
	action: 'Get many languages',
	description: 'List the languages of video translation. A translation takes the lang_code or lang_name.',
	parameters: {},
	call: async (_, { transport, once }) => await once('languages', async () => await readLanguages(transport)),
});
