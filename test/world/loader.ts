import './clock';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { compileFunction } from 'node:vm';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { randomUUIDOf } from './random';

/*
 * The built package, loaded anew for each process, because some of its modules have memories. Each file is compiled once,
 * and what needs no module with a memory is loaded once.
 */

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

interface File {
	run: Compiled;
	/** Paths of the package's files that it requires. */
	needs: Map<string, string>;
	hasMemory: boolean;
}

const foreign = createRequire(join(root, 'package.json'));
const foreigners = new Map<string, unknown>();

/** A module of n8n, zod, or Node. */
function requireForeign(name: string): unknown {
	if (!foreigners.has(name)) {
		const loaded: unknown = foreign(name);
		const isCrypto = /^(?:node:)?crypto$/.test(name);
		foreigners.set(name, isCrypto ? { ...Object(loaded), randomUUID: randomUUIDOf } : loaded);
	}
	return foreigners.get(name);
}

interface Loaded {
	nodes: Map<string, INodeType>;
	credential: ICredentialType;
}

export class BuiltPackage {
	private readonly files = new Map<string, File>();
	private readonly shared = new Map<string, { exports: object }>();
	private readonly memories: ReadonlySet<string>;
	private readonly names: { nodes: string[]; credentials: string[] };

	constructor(private readonly patches: readonly Patch[] = []) {
		const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
		const table = [...page.matchAll(/^\| `nodes\/([\w/]+)\.ts` \| `\w+` \|.*\| (.*) \|$/gm)];
		this.memories = new Set(table.flatMap(([, file = '', bound]) => (bound === 'weak' ? [] : [file])));
		this.names = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).n8n;
		for (const { file, find } of patches) {
			const path = join(dist, 'nodes', `${file}.js`);
			if (!existsSync(path) || !readFileSync(path, 'utf8').includes(find))
				throw new Error(`The planted fault does not fit ${file}: ${find}`);
		}
	}

	/** Loads it as a new process does. */
	load(): Loaded {
		const own = new Map<string, { exports: object }>();
		const load = (path: string): object => {
			const { run, needs, hasMemory } = this.open(path);
			const modules = hasMemory ? own : this.shared;
			const known = modules.get(path);
			if (known) return known.exports;
			const module = { exports: {} };
			modules.set(path, module);
			run(
				module.exports,
				(name) => (name.startsWith('.') ? load(needs.get(name)!) : requireForeign(name)),
				module,
			);
			return module.exports;
		};
		const make = (file: string): unknown => {
			const name = /(\w+)\.(?:node|credentials)\.js$/.exec(file)?.[1];
			const [, type] = Object.entries(load(join(root, file))).find(([each]) => each === name) ?? [];
			return Reflect.construct(Object(type), []);
		};
		const nodes = this.names.nodes.map((file) => make(file) as INodeType);
		return {
			nodes: new Map(nodes.map((node) => [`n8n-nodes-media-generation.${node.description.name}`, node])),
			credential: make(this.names.credentials[0] ?? '') as ICredentialType,
		};
	}

	private open(path: string): File {
		const known = this.files.get(path);
		if (known) return known;
		const place = relative(join(dist, 'nodes'), path).replace(/\.js$/, '');
		let source = readFileSync(path, 'utf8');
		const needs = new Map<string, string>();
		const file: File = { run: () => {}, needs, hasMemory: this.memories.has(place) };
		this.files.set(path, file);
		if (path.endsWith('.json')) {
			file.run = (_exports, _require, module) => void (module.exports = JSON.parse(source));
			return file;
		}
		for (const { file: patched, find, replace } of this.patches)
			if (patched === place) source = source.replace(find, () => replace);
		for (const [, name = ''] of source.matchAll(/require\("(\.[^"]+)"\)/g)) {
			const needed = resolve(join(dirname(path), name));
			needs.set(name, needed);
			// In a circle, the first file is not known yet.
			file.hasMemory = this.open(needed).hasMemory || file.hasMemory;
		}
		file.run = compileFunction(source, ['exports', 'require', 'module'], { filename: path }) as Compiled;
		return file;
	}
}

function resolve(path: string): string {
	const found = [path, `${path}.js`, join(path, 'index.js')].find(
		(each) => /\.js(on)?$/.test(each) && existsSync(each),
	);
	if (!found) throw new Error(`No file ${path}`);
	return found;
}
