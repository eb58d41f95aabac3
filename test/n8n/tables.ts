import { z } from 'zod/v3';
import type { N8nClient } from './client';
import { readExamples } from './examples';

/** An operation of the node Data Table that makes a table. */
const makeShape = z.object({
	operation: z.literal('create'),
	tableName: z.string(),
	columns: z.object({ column: z.array(z.object({ name: z.string(), type: z.string() })) }),
});

const storedTableShape = z.object({ id: z.string(), name: z.string(), projectId: z.string() });
export type StoredTable = z.infer<typeof storedTableShape>;

const tableRowShape = z.record(z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type TableRow = z.infer<typeof tableRowShape>;

const pathOf = ({ id, projectId }: StoredTable) => `/projects/${projectId}/data-tables/${id}`;

export async function addRows({ session }: N8nClient, table: StoredTable, data: TableRow[]): Promise<void> {
	await session.call('POST', `${pathOf(table)}/insert`, z.unknown(), { data, returnType: 'count' });
}

export async function changeRows(
	{ session }: N8nClient,
	table: StoredTable,
	[columnName, value]: readonly [string, string | number],
	data: TableRow,
): Promise<void> {
	const filter = { type: 'and', filters: [{ columnName, condition: 'eq', value }] };
	await session.call('PATCH', `${pathOf(table)}/rows`, z.unknown(), { filter, data });
}

/** The rows of a table, at most 100, oldest first. */
export async function rowsOf({ session }: N8nClient, table: StoredTable): Promise<TableRow[]> {
	const shape = z.object({ data: z.array(tableRowShape) });
	return (await session.call('GET', `${pathOf(table)}/rows?sortBy=id:asc&take=100`, shape)).data;
}

/** Rows to try the table of orders: two that work, and a row with a picture of nobody. */
export const sampleOrders = (mediaUrl: string): TableRow[] =>
	['people-1.png', 'blank.png', 'people-3.png'].map((picture, index) => ({
		order: `order ${index + 1}`,
		picture: `${mediaUrl}/${picture}`,
		newFace: `${mediaUrl}/portrait-ada.png`,
	}));

/** Makes the tables that the examples would make, with rows to try. */
export async function makeTables(client: N8nClient, mediaUrl: string): Promise<Map<string, StoredTable>> {
	const made = new Map<string, StoredTable>();
	const { session } = client;
	const project = await session.call('GET', '/projects/personal', z.object({ id: z.string() }));
	for (const { parameters } of [...(await readExamples()).values()].flatMap(({ nodes }) => nodes)) {
		const { success, data } = makeShape.safeParse(parameters);
		if (!success || made.has(data.tableName)) continue;
		const columns = data.columns.column;
		const path = `/projects/${project.id}/data-tables`;
		const table = await session.call('POST', path, storedTableShape, { name: data.tableName, columns });
		if (columns.some(({ name }) => name === 'picture')) await addRows(client, table, sampleOrders(mediaUrl));
		made.set(data.tableName, table);
	}
	return made;
}
