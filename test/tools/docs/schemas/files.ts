import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../support/build';
import { schemaOf } from './infer';
import type { Output } from './outputs';

/** The version of all nodes in the requests of n8n's editor. */
const VERSION = 'v1.0.0';
const nodes = join(root, 'nodes');

const pathOf = ({ folder, resource, operation }: Output) =>
	`${[folder, '__schema__', VERSION, resource, operation].filter((part) => part !== undefined).join('/')}.json`;

/** The files for n8n's editor by their path below `nodes`, made from the output of the nodes. */
export function freshSchemas(outputs: readonly Output[]): Map<string, string> {
	const files = outputs.map((output): [string, string] => {
		const schema = { ...schemaOf(output.items), version: 1 };
		return [pathOf(output), `${JSON.stringify(schema, null, '\t')}\n`];
	});
	return new Map(files);
}

/** The same files as they are stored. */
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
