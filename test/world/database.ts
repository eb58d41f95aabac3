import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';
import type { Faults } from './faults';

type Item = string | number;
const compare = (one: Item, other: Item): number => {
	const [first, second] = [Number(one), Number(other)];
	if (isNaN(first) || isNaN(second)) throw new Error('Invalid value. Only numbers are supported');
	return first === second ? 0 : first > second ? 1 : -1;
};

/** n8n's table `processed_data`, in the mode that keeps the largest value: read, compared, and written without a lock. */
export class ProcessedData implements IDataDeduplicator {
	rows = new Map<string, string>();
	constructor(private readonly faults: Faults) {}

	async checkProcessedAndRecord(items: Item[], scope: string, context: ICheckProcessedContextData) {
		const place = placeOf(scope, context);
		const json = await this.faults.database('a row is read', () => this.rows.get(place));
		const sorted = items.slice().sort(compare);
		if (json === undefined) {
			const row = JSON.stringify({ data: sorted.pop() });
			await this.faults.database('a row is inserted', () => {
				if (this.rows.has(place)) throw new Error('UNIQUE constraint failed: processed_data');
				this.rows.set(place, row);
			});
			return { new: items, processed: [] };
		}
		const stored: { data: number } = JSON.parse(json);
		const result = { new: [] as Item[], processed: [] as Item[] };
		let largest: Item = stored.data;
		for (const item of sorted) {
			if (compare(item, stored.data) === 1) {
				result.new.push(item);
				if (compare(item, largest) === 1) largest = item;
			} else result.processed.push(item);
		}
		const row = JSON.stringify({ data: largest });
		// An update of a row that was deleted meanwhile changes nothing.
		await this.faults.database('a row is updated', () => this.rows.has(place) && this.rows.set(place, row));
		return result;
	}

	async removeProcessed(): Promise<void> {
		await Promise.reject(new Error('Removing processed data is not possible in mode "latest"'));
	}

	async clearAllProcessedItems(scope: string, context: ICheckProcessedContextData): Promise<void> {
		const place = placeOf(scope, context);
		await this.faults.database('a row is removed', () => this.rows.delete(place));
	}

	async getProcessedDataCount(scope: string, context: ICheckProcessedContextData): Promise<number> {
		placeOf(scope, context);
		return await this.faults.database('rows are counted', () => 0);
	}
}

function placeOf(scope: string, { workflow, node }: ICheckProcessedContextData): string {
	if (!workflow.id) throw new Error('The expression evaluated to a falsy value');
	return `${workflow.id} ${scope === 'node' ? `n:${node?.id ?? ''}` : ''}`;
}
