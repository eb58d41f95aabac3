import type { Rows } from '../../../nodes/shared/claims/store';
import type { Clock } from '../../support/clock';

/** A store of rows in a slow database. Accesses may fail before or after they took effect. */
export class Store implements Rows {
	readonly store: string = `test ${Math.random()}`;
	readonly rows = new Map<string, number>();
	/** The outcomes of the next accesses. Later accesses take no time and succeed. */
	readonly fates: Array<{ ms: number; fails?: 'before' | 'after' }> = [];

	constructor(private readonly clock: Clock) {}

	insert = async (name: string, number: number) =>
		await this.access(() => {
			if (this.rows.has(name)) return false;
			this.rows.set(name, number);
			return true;
		});

	read = async (name: string) => await this.access(() => this.rows.get(name));

	remove = async (name: string) => await this.access(() => void this.rows.delete(name));

	private async access<T>(statement: () => T): Promise<T> {
		const { ms, fails } = this.fates.shift() ?? { ms: 0 };
		await this.clock.sleep(ms);
		if (fails === 'before') throw new Error('The database is away');
		const result = statement();
		if (fails === 'after') throw new Error('The connection broke off');
		return result;
	}
}
