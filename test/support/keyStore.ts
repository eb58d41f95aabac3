import { createHash } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

/**
 * n8n's deduplication store as its server has it: a list of hashes a node, which is read and written whole, without a lock;
 * its table takes a node once. For all engines of a test file.
 */
export class KeyStoreTable implements IDataDeduplicator {
	/** Lists by workflow and node, as they are in the database. */
	readonly lists = new Map<string, string[]>();
	/** How long an access to the database takes, in milliseconds. */
	latency: () => number = () => 0;
	/** So many accesses fail: the database can't be reached. */
	failures = 0;

	/** How many accesses to the database there were. */
	accesses = 0;

	static install(): KeyStoreTable {
		const table = new KeyStoreTable();
		void DataDeduplicationService.init(table);
		// The next file may be about an n8n without one.
		afterAll(() => Reflect.set(DataDeduplicationService, 'instance', undefined));
		return table;
	}

	async checkProcessedAndRecord(
		items: string[],
		scope: string,
		context: ICheckProcessedContextData,
		{ maxEntries = Infinity }: { maxEntries?: number },
	) {
		const place = placeOf(scope, context);
		const list = await this.read(place);
		const seen = new Set(list);
		const processed = items.filter((item) => seen.has(hash(item)));
		const news = items.filter((item) => !seen.has(hash(item)));
		const written = [...(list ?? []), ...news.map(hash)];
		await this.write(place, written.slice(-Math.min(maxEntries, written.length)), list === undefined);
		return { new: news, processed };
	}

	async removeProcessed(items: string[], scope: string, context: ICheckProcessedContextData) {
		const place = placeOf(scope, context);
		const list = await this.read(place);
		const gone = new Set(items.map(hash));
		if (list)
			await this.write(
				place,
				list.filter((entry) => !gone.has(entry)),
				false,
			);
	}

	async clearAllProcessedItems(scope: string, context: ICheckProcessedContextData) {
		const place = placeOf(scope, context);
		await this.read(place);
		this.lists.delete(place);
	}

	async getProcessedDataCount(scope: string, context: ICheckProcessedContextData) {
		return (await this.read(placeOf(scope, context)))?.length ?? 0;
	}

	/** Forgets the jobs of all keys, as when many others came after them. */
	loseJobs(): void {
		for (const place of this.lists.keys()) if (/ jobs \d+$/.test(place)) this.lists.delete(place);
	}

	/** Forgets how the creates under all keys ended, as if n8n had been killed in them. */
	loseEnds(): void {
		for (const place of this.lists.keys()) if (place.endsWith(' end')) this.lists.delete(place);
	}

	/** An access that takes no time is another turn of the loop all the same, without the millisecond of the shortest timer. */
	private async pause(): Promise<void> {
		const ms = this.latency();
		await (ms > 0 ? setTimeout(ms) : setImmediate());
	}

	private async read(place: string): Promise<string[] | undefined> {
		this.accesses++;
		await this.pause();
		if (this.failures-- > 0) throw new Error('SQLITE_CANTOPEN: unable to open database file');
		return this.lists.get(place);
	}

	private async write(place: string, list: string[], isNew: boolean): Promise<void> {
		await this.pause();
		const isThere = this.lists.has(place);
		if (isNew && isThere) throw new Error('UNIQUE constraint failed: processed_data');
		// An update of a row that was deleted meanwhile changes nothing.
		if (isNew || isThere) this.lists.set(place, list);
	}
}

function placeOf(scope: string, { workflow, node }: ICheckProcessedContextData): string {
	if (!workflow.id) throw new Error('The expression evaluated to a falsy value');
	return `${workflow.id} ${scope === 'node' ? `n:${node?.id ?? ''}` : ''}`;
}

const hash = (item: string) => createHash('md5').update(item).digest('base64');
