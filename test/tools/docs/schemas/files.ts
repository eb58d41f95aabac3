import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { failedItem } from '../../../../nodes/shared/operation/failure';
import { Failure } from '../../../../nodes/shared/service/failure';
import { isObject } from '../../../../nodes/shared/service/values';
import { root } from '../../../support/build';
import { schemaOf } from './infer';
import type { Output } from './outputs';

/** The version of all nodes in the requests of n8n's editor. */
const VERSION = 'v1.0.0';
const nodes = join(root, 'nodes');

const pathOf = ({ folder, resource, operation }: Output) =>
	`${[folder, '__schema__', VERSION, resource, operation].filter((part) => part !== undefined).join('/')}.json`;

/** A failed item of a job, for the nodes below an error output. */
function failed({ items: [first] }: Output): unknown[] {
	if (!isObject(first) || first.kind === undefined) return [];
	const details = { submitted: 'yes', id: '1', resource: 'job', field: 'A' } as const;
	return [failedItem({ item: 0, failure: new Failure('No', 'readJob', details) })];
}

/** The files for n8n's editor by their path below `nodes`, made from the output of the nodes. */
export function freshSchemas(outputs: readonly Output[]): Map<string, string> {
	const files = outputs.map((output): [string, string] => {
		const schema = { ...schemaOf([...output.items, ...failed(output)]), version: 1 };
		return [pathOf(output), `${JSON.stringify(schema, null, '\t')}\n`];
	});
	return new Map(files);
}

export function storedSchemas(): Map<string, string> {
	const paths = readdirSync(nodes, { recursive: true, encoding: 'utf8' }).filter((path) =>
		/__schema__.*\.json$/.test(path),
	);
	return new Map(paths.map((path) => [path, readFileSync(join(nodes, path), 'utf8')]));
}

export function writeSchemas(files: ReadonlyMap<string, string>): void {
	for (const path of storedSchemas().keys()) rmSync(join(nodes, path));
	for (const [path, text] of files) {
		mkdirSync(dirname(join(nodes, path)), { recursive: true });
		writeFileSync(join(nodes, path), text);
	}
}
