import { setImmediate as turn } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

interface Row {
	mode: string;
	data: number;
}

let isOfThisFile = false;

/**
 * n8n's deduplication store as on its server, in the mode that keeps the largest value. It reads a row, compares it, and
 * writes it back without a lock. Its table accepts a new row once. All engines of a test file share it.
 */
export class ClaimTable implements IDataDeduplicator {
	/** Rows by workflow and node, as JSON like in the database. */
	readonly rows = new Map<string, string>();
	/** So many accesses fail, because the database can't be reached. */
	failures = 0;
	writes = 0;

	/** Makes it the store of n8n. */
	put(): this {
		isOfThisFile = true;
		Reflect.set(DataDeduplicationService, 'instance', undefined);
		void DataDeduplicationService.init(this);
		return this;
	}

	static install(): ClaimTable {
		// The next file may test an n8n without a store.
		afterAll(() => Reflect.set(DataDeduplicationService, 'instance', undefined));
		return new ClaimTable().put();
	}

	/** Installs a table for an engine whose test does not use it: one for each file, because executions are numbered anew. */
	static ensure(): void {
		if (isOfThisFile && Reflect.get(DataDeduplicationService, 'instance') !== undefined) return;
		new ClaimTable().put();
	}

	async checkProcessedAndRecord(
		items: Array<string | number>,
		scope: string,
		context: ICheckProcessedContextData,
		{ mode }: { mode: string },
	) {
		const place = placeOf(scope, context);
		const row = await this.read(place);
		if (row !== undefined && row.mode !== mode) throw new Error('an incompatible setting');
		const sorted = items.slice().sort(compareValues);
		if (row === undefined) {
			await this.write(place, { mode, data: sorted.pop() }, true);
			return { new: items, processed: [] };
		}
		const result = { new: [] as typeof items, processed: [] as typeof items };
		let largest: string | number = row.data;
		for (const item of sorted) {
			if (compareValues(item, row.data) === 1) {
				result.new.push(item);
				if (compareValues(item, largest) === 1) largest = item;
			} else result.processed.push(item);
		}
		await this.write(place, { mode, data: largest }, false);
		return result;
	}

	async removeProcessed(): Promise<void> {
		await Promise.reject(new Error('Removing processed data is not possible in mode "latest"'));
	}

	async clearAllProcessedItems(scope: string, context: ICheckProcessedContextData) {
		const place = placeOf(scope, context);
		await this.access('a row is removed', () => {
			this.writes++;
			this.rows.delete(place);
		});
	}

	async getProcessedDataCount(scope: string, context: ICheckProcessedContextData) {
		await this.read(placeOf(scope, context));
		return 0;
	}

	private async read(place: string) {
		return await this.access('a row is read', () => {
			const json = this.rows.get(place);
			return json === undefined ? undefined : rowIn(json);
		});
	}

	private async write(place: string, row: object, isNew: boolean): Promise<void> {
		// The row becomes a parameter of the statement before the database is accessed.
		const json = JSON.stringify(row);
		await this.access(isNew ? 'a row is inserted' : 'a row is updated', () => {
			const isThere = this.rows.has(place);
			if (isNew && isThere) throw new Error('UNIQUE constraint failed: processed_data');
			this.writes++;
			// An update of a row that was deleted meanwhile changes nothing.
			if (isNew || isThere) this.rows.set(place, json);
		});
	}

	/** An access to the database. */
	protected async access<T>(_what: string, statement: () => T): Promise<T> {
		await turn();
		if (this.failures-- > 0) throw new Error('SQLITE_CANTOPEN: unable to open database file');
		return statement();
	}
}

function compareValues(one: string | number, other: string | number): number {
	const [first, second] = [Number(one), Number(other)];
	if (isNaN(first) || isNaN(second)) throw new Error('Invalid value. Only numbers are supported');
	return first === second ? 0 : first > second ? 1 : -1;
}

/** Only this file writes rows, so it does not check them. Laws read millions of rows. */
const rowIn = (json: string): Row => JSON.parse(json);

function placeOf(scope: string, { workflow, node }: ICheckProcessedContextData): string {
	if (!workflow.id) throw new Error('The expression evaluated to a falsy value');
	return `${workflow.id} ${scope === 'node' ? `n:${node?.id ?? ''}` : ''}`;
}
