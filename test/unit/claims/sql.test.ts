import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { claim, rootRow } from '../../../nodes/shared/claims/claims';
import { page } from '../../docs/pages';
import { root } from '../../support/build';

/** Returns the rows that are left. It runs on the project's own Node, because older ones have no SQLite. */
const SCRIPT = `
	const { DatabaseSync } = require('node:sqlite');
	const [statement, names] = JSON.parse(process.argv[1]);
	const database = new DatabaseSync(':memory:');
	database.exec('CREATE TABLE processed_data ("workflowId" text, "context" text, "updatedAt" text)');
	const insert = database.prepare("INSERT INTO processed_data VALUES ('w', ?, datetime('now', ?))");
	for (const name of names) insert.run('n:' + name, '-7 days');
	for (const name of names) insert.run('n:' + name + ' old', '-10 days');
	database.exec(statement);
	const rows = database.prepare('SELECT context FROM processed_data ORDER BY context').all();
	console.log(JSON.stringify(rows.map((row) => row.context)));`;

test('the statement on the page of operations removes old notes, and keeps new notes and keys', () => {
	const [statement] = /DELETE[^;]*datetime[^;]*;/.exec(page('docs/operations.md').text) ?? [];
	const kept = [claim('key', 'aaaaaa', 1).name, 'node'];
	const names = [claim('row', 'aaaaaa', 1).name, rootRow('1', 'node'), 'proof 1', ...kept];
	const given = ['-e', SCRIPT, JSON.stringify([statement, names])];
	const left = [...names, ...kept.map((name) => `${name} old`)].map((name) => `n:${name}`).sort();
	expect(JSON.parse(execFileSync(join(root, 'node_modules/node/bin/node'), given).toString())).toEqual(left);
});
