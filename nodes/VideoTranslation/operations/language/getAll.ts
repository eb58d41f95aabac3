import { languageEntries, readLanguages } from '../../../shared/lists/catalog';
import { listOutput } from '../../../shared/lists/pages';
import { defineGetMany, filters, search } from '../../../shared/operation';

export const getAll = defineGetMany({
	action: 'Get many languages',
	description: 'List the languages of video translation. A translation takes the lang_code or lang_name.',
	parameters: { filters: filters({ search }) },
	async call({ filters: { search } }, { context, transport, once }) {
		const records = await once('languages', async () => await readLanguages(transport));
		const entriesOf = languageEntries;
		return listOutput({ records, isWhole: true }, context, { key: 'lang_code', entriesOf, search });
	},
});
