import { ClaimTable } from '../support/claimTable';
import type { Faults } from './faults';

/** n8n's table `processed_data`, in a database that may be away. */
export class ProcessedData extends ClaimTable {
	constructor(private readonly faults: Faults) {
		super();
	}

	protected override async access<T>(what: string, statement: () => T): Promise<T> {
		return await this.faults.database(what, statement);
	}
}
