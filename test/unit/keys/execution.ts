import type { IExecuteFunctions } from 'n8n-workflow';
import type { KeyStoreTable } from '../../support/keyStore';

/** An execution on n8n's table; n8n reads the node's id at once, or late. */
export function executionOn(table: KeyStoreTable, { isLate = false } = {}) {
	const node = { id: 'b6a1' };
	const workflow = { id: 'W' };
	const at = { node, workflow } as never;
	const whenRead = async <T>(access: () => Promise<T>) =>
		await (isLate ? Promise.resolve().then(access) : access());
	const helpers = {
		checkProcessedAndRecord: async (items: string[], scope: string, options: { mode: string }) =>
			await whenRead(async () => await table.checkProcessedAndRecord(items, scope, at, options)),
		clearAllProcessedItems: async (scope: string) =>
			await whenRead(async () => await table.clearAllProcessedItems(scope, at)),
	};
	const context = {
		helpers,
		node,
		getNode: () => node,
		getWorkflow: () => workflow,
		getExecutionId: () => '7',
		logger: { warn: () => {} },
		getTimezone: () => 'America/New_York',
	} as unknown as IExecuteFunctions;
	return { context, node };
}
