import './clock';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { compileFunction } from 'node:vm';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { randomUUIDOf } from './random';

/* The built package, loaded anew for each process, because its modules have memories. Each file is compiled once. */

const root = join(__dirname, '../..');
const dist = join(root, 'dist');
type Compiled = (exports: object, require: (name: string) => unknown, module: { exports: object }) => void;

/** A change of a built file, as a fault is planted. */
export interface Patch {
	/** Path in `dist/nodes`, without its extension. */
	file: string;
	find: string;
	replace: string;
}

export class BuiltPackage {
	private readonly compiled = new Map<string, Compiled>();
	private readonly texts: ReadonlyMap<string, Patch>;

	constructor(patches: readonly Patch[] = []) {
		this.texts = new Map(patches.map((patch) => [patch.file, patch]));
		for (const { file, find } of patches) {
			const path = join(dist, 'nodes', `${file}.js`);
			if (!existsSync(path) || !readFileSync(path, 'utf8').includes(find))
				throw new Error(`The planted fault does not fit ${file}: ${find}`);
		}
	}

	/** Loads it as a new process does. */
	load(): { nodes: Map<string, INodeType>; credential: ICredentialType } {
		const modules = new Map<string, { exports: object }>();
		const load = (path: string): object => {
			const known = modules.get(path);
			if (known) return known.exports;
			const module = { exports: {} };
			modules.set(path, module);
			const foreign = createRequire(path);
			const require = (name: string): unknown => {
				if (name.startsWith('.')) return load(resolve(join(dirname(path), name)));
				const loaded: unknown = foreign(name);
				return /^(?:node:)?crypto$/.test(name) ? { ...Object(loaded), randomUUID: randomUUIDOf } : loaded;
			};
			if (path.endsWith('.json')) module.exports = JSON.parse(readFileSync(path, 'utf8'));
			else this.compile(path)(module.exports, require, module);
			return module.exports;
		};
		const names: { n8n: { nodes: string[]; credentials: string[] } } = JSON.parse(
			readFileSync(join(root, 'package.json'), 'utf8'),
		);
		const make = (file: string): unknown => {
			const exported = Object.entries(load(join(root, file)));
			const name = /(\w+)\.(?:node|credentials)\.js$/.exec(file)?.[1];
			const [, type] = exported.find(([each]) => each === name) ?? [];
			return Reflect.construct(Object(type), []);
		};
		const nodes = names.n8n.nodes.map((file) => make(file) as INodeType);
		return {
			nodes: new Map(nodes.map((node) => [`n8n-nodes-media-generation.${node.description.name}`, node])),
			credential: make(names.n8n.credentials[0] ?? '') as ICredentialType,
		};
	}

	private compile(path: string): Compiled {
		const known = this.compiled.get(path);
		if (known) return known;
		let source = readFileSync(path, 'utf8');
		const patch = this.texts.get(relative(join(dist, 'nodes'), path).replace(/\.js$/, ''));
		if (patch) source = source.replace(patch.find, () => patch.replace);
		const run = compileFunction(source, ['exports', 'require', 'module'], { filename: path }) as Compiled;
		this.compiled.set(path, run);
		return run;
	}
}

function resolve(path: string): string {
	const found = [path, `${path}.js`, join(path, 'index.js')].find(
		(each) => /\.js(on)?$/.test(each) && existsSync(each),
	);
	if (!found) throw new Error(`No file ${path}`);
	return found;
}
