import { DatabaseSync } from 'node:sqlite';
import { claim, rootRow } from '../../../nodes/shared/claims/claim';
import { page } from '../../docs/pages';

test('the statement on the page of operations removes old notes, and keeps new notes and keys', () => {
	const [statement = ''] = /DELETE[^;]*datetime[^;]*;/.exec(page('docs/operations.md').text) ?? [];
	const database = new DatabaseSync(':memory:');
	database.exec(`CREATE TABLE processed_data ("workflowId" varchar(36) NOT NULL, "context" varchar(255) NOT NULL,
		"createdAt" datetime(3) NOT NULL DEFAULT (STRFTIME('%Y-%m-%d %H:%M:%f', 'NOW')),
		"updatedAt" datetime(3) NOT NULL, "value" text NOT NULL, PRIMARY KEY ("workflowId", "context"))`);
	const insert = database.prepare(
		"INSERT INTO processed_data VALUES ('w', ?, '', STRFTIME('%Y-%m-%d %H:%M:%f', 'NOW', ?), '')",
	);
	const names = [
		claim('row', 'aaaaaa', 1).name,
		claim('key', 'aaaaaa', 1).name,
		rootRow('1', 'node'),
		'proof 1',
		'node',
	];
	for (const name of names) {
		insert.run(`n:${name} old`, '-10 days');
		insert.run(`n:${name}`, '-7 days');
	}
	database.exec(statement);
	const left = database.prepare("SELECT context FROM processed_data WHERE context LIKE '% old'").all();
	expect(left.map(({ context }) => String(context).split(' ')[0])).toEqual(['n:key', 'n:node']);
	expect(database.prepare('SELECT count(*) AS rows FROM processed_data').get()).toEqual({ rows: 7 });
});
