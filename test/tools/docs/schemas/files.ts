import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { failedItem } from '../../../../nodes/shared/operation/failure';
import { Failure } from '../../../../nodes/shared/service/failure';
import { isObject } from '../../../../nodes/shared/service/values';
import { root } from '../../../support/build';
import { schemaOf } from './infer';
import type { Output } from './outputs';

/** The newest version of a node, by its folder, as n8n's editor asks for it. Files of older versions stay. */
const VERSIONS: Readonly<Record<string, string>> = {};
const rootOf = (folder: string) => [folder, '__schema__', VERSIONS[folder] ?? 'v1.0.0'];
const nodes = join(root, 'nodes');

const pathOf = ({ folder, resource, operation }: Output) =>
	`${[...rootOf(folder), resource, operation].filter(Boolean).join('/')}.json`;

/** A failed item of a job, for the nodes below an error output. */
function failed({ items: [first] }: Output): unknown[] {
	if (!isObject(first) || first.kind === undefined) return [];
	const details = { submitted: 'yes', id: '1', resource: 'job', field: 'A' } as const;
	return [failedItem({ item: 0, failure: new Failure('No', 'readJob', details) })];
}

/** Made from the output of the nodes, by the path below `nodes`. */
export function freshSchemas(outputs: readonly Output[]): Map<string, string> {
	const schema = (output: Output) => ({ ...schemaOf([...output.items, ...failed(output)]), version: 1 });
	const textOf = (output: Output) => `${JSON.stringify(schema(output), null, '\t')}\n`;
	return new Map(outputs.map((output) => [pathOf(output), textOf(output)]));
}

export function storedSchemas(): Map<string, string> {
	const isNewest = (path: string) => path.startsWith(rootOf(path.split('/')[0] ?? '').join('/'));
	const paths = readdirSync(nodes, { recursive: true, encoding: 'utf8' });
	const newest = paths.filter((path) => path.endsWith('.json') && isNewest(path));
	return new Map(newest.map((path) => [path, readFileSync(join(nodes, path), 'utf8')]));
}

export function writeSchemas(files: ReadonlyMap<string, string>): void {
	for (const path of storedSchemas().keys()) rmSync(join(nodes, path));
	for (const [path, text] of files) {
		mkdirSync(dirname(join(nodes, path)), { recursive: true });
		writeFileSync(join(nodes, path), text);
	}
}
