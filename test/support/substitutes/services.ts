import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { define, passOn, properties } from './define';
import { googleSheets, type Sheet } from './sheet';

export interface SavedFile {
	name: string;
	mimeType: string;
	content: Buffer;
}

/** Everything that workflows have written to other services. */
export class Services {
	readonly files: SavedFile[] = [];
	/** Messages in the team's channel, and files posted there. */
	readonly messages: string[] = [];
	readonly posts: Array<SavedFile & { comment: string }> = [];
	readonly endings: Array<{ title: string; message: string }> = [];
	/** What people enter in the next pages of forms. */
	readonly answers: IDataObject[] = [];
	/** The rows of n8n's own table, oldest first. */
	readonly table: IDataObject[] = [];
	/** The entries of news feeds, newest first. */
	news: IDataObject[] = [];

	constructor(readonly sheet: Sheet) {}

	/** The node types that reach these services, by their full names. */
	nodeTypes(): Record<string, INodeType> {
		const types = [
			googleSheets(this.sheet),
			this.drive(),
			this.slack(),
			this.formPage(),
			this.dataTable(),
			define('formTrigger', passOn, [], { group: ['trigger'], inputs: [] }),
			define('rssFeedRead', async () => [this.news.map((json) => ({ json, pairedItem: { item: 0 } }))]),
		];
		return Object.fromEntries(types.map((type) => [`n8n-nodes-base.${type.description.name}`, type]));
	}

	private drive(): INodeType {
		const { files } = this;
		return define(
			'googleDrive',
			async function () {
				const outputs: INodeExecutionData[] = [];
				for (const [item] of this.getInputData().entries()) {
					const file = await fileOf(this, item, 'inputDataFieldName');
					const name = String(this.getNodeParameter('name', item)) || file.name;
					files.push({ ...file, name });
					const { simplifyOutput } = this.getNodeParameter('options', item, {}) as IDataObject;
					const link = simplifyOutput ? {} : { webViewLink: linkTo(name) };
					const json = { id: `file-${files.length}`, name, mimeType: file.mimeType, ...link };
					outputs.push({ json, pairedItem: { item } });
				}
				return [outputs];
			},
			properties({ resource: 'file', operation: 'upload', inputDataFieldName: 'data', name: '' }),
		);
	}

	private slack(): INodeType {
		const { messages, posts } = this;
		return define(
			'slack',
			async function () {
				for (const [item] of this.getInputData().entries()) {
					if (this.getNodeParameter('resource', item) === 'message') {
						messages.push(String(this.getNodeParameter('text', item)));
						continue;
					}
					const { initialComment } = this.getNodeParameter('options', item, {}) as IDataObject;
					posts.push({
						...(await fileOf(this, item, 'binaryPropertyName')),
						comment: String(initialComment),
					});
				}
				return [this.getInputData().map((_item, item) => ({ json: { ok: true }, pairedItem: { item } }))];
			},
			properties({ resource: 'message', operation: 'post', text: '', binaryPropertyName: 'data' }),
		);
	}

	/** A page of a form returns what a person enters, and its ending shows a text. */
	private formPage(): INodeType {
		const { endings, answers } = this;
		return define(
			'form',
			async function () {
				const textOf = (name: string) => String(this.getNodeParameter(name, 0, ''));
				if (textOf('operation') === 'page') return [answers.splice(0, 1).map((json) => ({ json }))];
				endings.push({ title: textOf('completionTitle'), message: textOf('completionMessage') });
				return [this.getInputData()];
			},
			properties({ operation: 'page', completionTitle: '', completionMessage: '' }),
		);
	}

	/** n8n's own table. Rows match by values that they have or have not. */
	private dataTable(): INodeType {
		const { table } = this;
		return define(
			'dataTable',
			async function () {
				const operation = this.getNodeParameter('operation', 0);
				const found = this.getInputData().flatMap((_item, item) => {
					const of = (name: string) => this.getNodeParameter(name, item, {}) as IDataObject;
					const conditions = this.getNodeParameter('filters.conditions', item, []) as IDataObject[];
					const fits = (row: IDataObject) =>
						conditions.every(
							(each) => (row[String(each.keyName)] === each.keyValue) === (each.condition === 'eq'),
						);
					const matches = table.filter(fits);
					const others = table.filter((row) => !fits(row));
					if (operation === 'deleteRows') table.splice(0, Infinity, ...others);
					if (operation === 'upsert' && matches.length === 0) table.push({ ...of('columns.value') });
					for (const row of matches)
						if (/^up/.test(String(operation))) Object.assign(row, of('columns.value'));
					return table.filter(fits).map((json) => ({ json: { ...json }, pairedItem: { item } }));
				});
				return [operation === 'create' ? this.getInputData() : found];
			},
			properties({ operation: '', filters: {}, columns: {} }),
		);
	}
}

/** The address that the drive gives a file of this name. */
export function linkTo(name: string): string {
	return `https://example.com/drive/${encodeURIComponent(name)}`;
}

async function fileOf(context: IExecuteFunctions, item: number, field: string): Promise<SavedFile> {
	const binaryField = String(context.getNodeParameter(field, item));
	const { fileName = '', mimeType } = context.helpers.assertBinaryData(item, binaryField);
	return { name: fileName, mimeType, content: await context.helpers.getBinaryDataBuffer(item, binaryField) };
}
