import { currentProcess, type Process } from './clock';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { compileFunction } from 'node:vm';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { randomUUIDOf } from './random';

/*
 * The built package, loaded once. Its memories (docs/architecture.md) are those of the process that asks, because a
 * process of n8n begins without any.
 */

const root = join(__dirname, '../..');
const dist = join(root, 'dist');
type Compiled = (
	exports: object,
	require: (name: string) => unknown,
	module: { exports: object },
	ofProcess: typeof perProcess,
) => void;

/** A change of a built file, as a fault is planted. */
export interface Patch {
	/** Path in `dist/nodes`, without its extension. */
	file: string;
	find: string;
	replace: string;
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

/** Descriptions are made before there is a process. */
const LOADING: Process = { name: 'loading', isAlive: true };

/** A value that each process makes for itself, when it first asks. */
function perProcess<T>(make: () => T): () => { its: T } {
	const all = new WeakMap<Process, { its: T }>();
	return () => {
		const process = currentProcess() ?? LOADING;
		const known = all.get(process) ?? { its: make() };
		all.set(process, known);
		return known;
	};
}

/** The source with a memory that is each process's own. @throws if it does not declare the memory */
function withOwn(source: string, name: string): string {
	const declared = new RegExp(`^(?:exports\\.${name}|(?:const|let) ${name})(?: = (?!.*void 0)(.*))?;$`, 'm');
	const [line, initial = 'undefined'] = declared.exec(source) ?? [];
	if (line === undefined) throw new Error(`The memory ${name} of docs/architecture.md is not in its file`);
	const [before = '', after = ''] = source.split(line);
	// Comments and strings stay as they are.
	const uses = new RegExp(
		`(/\\*[^]*?\\*/|//.*|'(?:\\\\.|[^'\\\\\n])*'|"(?:\\\\.|[^"\\\\\n])*")|(?:exports\\.|(?<![.\\w$\`]))${name}\\b(?! = (?:exports|void))`,
		'g',
	);
	const own = (text: string) => text.replace(uses, (_all, kept?: string) => kept ?? `$${name}().its`);
	return `${own(before)}const $${name} = ofProcess(() => (${initial}));\nObject.defineProperty(exports, '${name}', { get: () => $${name}().its });${own(after)}`;
}

export class BuiltPackage {
	private readonly modules = new Map<string, { exports: object }>();
	/** Names of the memories, by their files. */
	private readonly memories = new Map<string, string[]>();
	private readonly applied = new Set<Patch>();
	/** Under their names in workflows. */
	readonly nodes: Map<string, INodeType>;
	readonly credentials: Map<string, ICredentialType>;

	constructor(private readonly patches: readonly Patch[] = []) {
		const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
		for (const [, file = '', name = '', bound] of page.matchAll(
			/^\| `nodes\/([\w/]+)\.ts` \| `(\w+)` \|.*\| (.*) \|$/gm,
		))
			if (!bound?.endsWith('weak')) this.memories.set(file, [...(this.memories.get(file) ?? []), name]);
		const { nodes: files, credentials } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).n8n;
		const make = <T>(file: string): T => {
			const name = /(\w+)\.(?:node|credentials)\.js$/.exec(file)?.[1];
			const [, type] = Object.entries(this.load(join(root, file))).find(([each]) => each === name) ?? [];
			return Reflect.construct(Object(type), []);
		};
		const types: INodeType[] = files.map(make<INodeType>);
		this.nodes = new Map(types.map((type) => [`n8n-nodes-media-generation.${type.description.name}`, type]));
		const credential = make<ICredentialType>(credentials[0]);
		this.credentials = new Map([[credential.name, credential]]);
		// A file of an earlier build may still be in the folder.
		for (const { file, find } of patches.filter((each) => !this.applied.has(each)))
			throw new Error(`The planted fault does not fit ${file}: ${find}`);
	}

	private load(path: string): object {
		const known = this.modules.get(path);
		if (known) return known.exports;
		const module: { exports: object } = { exports: {} };
		this.modules.set(path, module);
		const place = relative(join(dist, 'nodes'), path).replace(/\.js$/, '');
		let source = readFileSync(path, 'utf8');
		if (path.endsWith('.json')) return (module.exports = JSON.parse(source));
		for (const patch of this.patches)
			if (patch.file === place && source.includes(patch.find)) {
				source = source.replace(patch.find, () => patch.replace);
				this.applied.add(patch);
			}
		for (const name of this.memories.get(place) ?? []) source = withOwn(source, name);
		const run = compileFunction(source, ['exports', 'require', 'module', 'ofProcess'], { filename: path });
		const require = (name: string) =>
			name.startsWith('.') ? this.load(resolve(join(dirname(path), name))) : requireForeign(name);
		(run as Compiled)(module.exports, require, module, perProcess);
		return module.exports;
	}
}

function resolve(path: string): string {
	const found = [path, `${path}.js`, join(path, 'index.js')].find(
		(each) => /\.js(on)?$/.test(each) && existsSync(each),
	);
	if (!found) throw new Error(`No file ${path}`);
	return found;
}
