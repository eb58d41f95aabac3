import { z } from 'zod/v3';
import type { N8nClient } from './client';
import { readExamples } from './examples';

/** A table of n8n's own, as it is made. */
const tableShape = z.object({
	name: z.string(),
	columns: z.array(z.object({ name: z.string(), type: z.enum(['string', 'number', 'boolean', 'date']) })),
});
export type TableShape = z.infer<typeof tableShape>;

const storedTableShape = z.object({ id: z.string(), name: z.string(), projectId: z.string() });
export type StoredTable = z.infer<typeof storedTableShape>;

const tableRowShape = z.record(z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type TableRow = z.infer<typeof tableRowShape>;

/** Makes a table of n8n's own in the project of the account. */
export async function createTable(
	{ session }: N8nClient,
	{ name, columns }: TableShape,
): Promise<StoredTable> {
	const project = await session.call('GET', '/projects/personal', z.object({ id: z.string() }));
	const path = `/projects/${project.id}/data-tables`;
	return await session.call('POST', path, storedTableShape, { name, columns });
}

const pathOf = ({ id, projectId }: StoredTable) => `/projects/${projectId}/data-tables/${id}`;

export async function addRows(
	{ session }: N8nClient,
	table: StoredTable,
	data: readonly TableRow[],
): Promise<void> {
	await session.call('POST', `${pathOf(table)}/insert`, z.unknown(), { data, returnType: 'count' });
}

/** Changes the rows whose column has a value. */
export async function changeRows(
	{ session }: N8nClient,
	table: StoredTable,
	[columnName, value]: readonly [string, string | number],
	data: TableRow,
): Promise<void> {
	const filter = { type: 'and', filters: [{ columnName, condition: 'eq', value }] };
	await session.call('PATCH', `${pathOf(table)}/rows`, z.unknown(), { filter, data });
}

/** The rows of a table, at most 100, in the order in which they came. */
export async function rowsOf({ session }: N8nClient, table: StoredTable): Promise<TableRow[]> {
	const shape = z.object({ data: z.array(tableRowShape) });
	return (await session.call('GET', `${pathOf(table)}/rows?sortBy=id:asc&take=100`, shape)).data;
}

const makeShape = z.object({
	operation: z.literal('create'),
	tableName: z.string(),
	columns: z.object({ column: tableShape.shape.columns }),
});

/** The tables that the examples make when there are none, by name. */
export async function tablesOfExamples(): Promise<Map<string, TableShape>> {
	const tables = new Map<string, TableShape>();
	for (const { nodes } of (await readExamples()).values()) {
		for (const { parameters } of nodes) {
			const made = makeShape.safeParse(parameters);
			if (!made.success) continue;
			const { tableName: name, columns } = made.data;
			tables.set(name, { name, columns: columns.column });
		}
	}
	return tables;
}

/** Rows to try the table of orders on: two that work, and one whose picture shows nobody. */
export const sampleOrders = (mediaUrl: string): TableRow[] =>
	['people-1.png', 'blank.png', 'people-3.png'].map((picture, index) => ({
		order: `order ${index + 1}`,
		picture: `${mediaUrl}/${picture}`,
		newFace: `${mediaUrl}/portrait-ada.png`,
	}));

/** Makes the tables of the examples with rows to try. */
export async function makeTables(client: N8nClient, mediaUrl: string): Promise<Map<string, StoredTable>> {
	const made = new Map<string, StoredTable>();
	for (const [name, table] of await tablesOfExamples()) {
		const stored = await createTable(client, table);
		if (table.columns.some((column) => column.name === 'picture'))
			await addRows(client, stored, sampleOrders(mediaUrl));
		made.set(name, stored);
	}
	return made;
}
