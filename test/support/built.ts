import { LazyPackageDirectoryLoader } from 'n8n-core';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from './build';
import { publishedManifest } from './tarball';

type Facts = Record<string, unknown>;
interface Described extends Facts {
	name?: string;
	icon?: object;
	/** The loader takes it from the description, makes it a path, and adds the rest. */
	iconUrl?: object;
	codex?: { resources: object };
}
interface Type extends Described {
	description?: Described;
}

let sources: Facts | undefined;

/** The names of the facts that n8n reads from the package in `directory` other than the sources have them. */
export async function lossesOf(directory: string): Promise<string[]> {
	const source = (sources ??= await sourceFacts());
	const built = await builtFacts(directory);
	const names = new Set([...Object.keys(source), ...Object.keys(built)]);
	const asRead = (value: unknown = null): unknown => JSON.parse(JSON.stringify(value));
	return [...names].filter((name) => !isDeepStrictEqual(asRead(source[name]), asRead(built[name])));
}

async function sourceFacts(): Promise<Facts> {
	const manifest = publishedManifest();
	const users: unknown[] = [];
	const facts: Facts = {
		manifest,
		isLazyLoaded: true,
		...textsIn(join(root, 'nodes'), /__schema__.*\.json$/),
	};
	const link = manifest.repository?.url.replace(/^git\+|\.git$/g, '');
	const linked = <T>(value: T): T => {
		const text = JSON.stringify({ value });
		return JSON.parse(text.replaceAll('https://github.com/OWNER/n8n-nodes-media-generation', link ?? ''))
			.value;
	};
	const files = ['nodes', 'credentials'].flatMap((each) =>
		Object.keys(textsIn(join(root, each), /\.(node|credentials)\.ts$/)).map((name) => `${each}/${name}`),
	);
	for (const file of files) {
		const className = parse(file).name.replace(/\..*/, '');
		const { [className]: Class }: Record<string, new () => Type> = await import(join(root, file));
		if (Class === undefined) throw new Error(`${file} exports no ${className}`);
		const type = new Class();
		const described = type.description ?? type;
		if ('documentationUrl' in type) type.documentationUrl = link ? linked(type.documentationUrl) : '';
		const codex: Described['codex'] =
			type.description && JSON.parse(textOf(root, file.replace(/ts$/, 'json')));
		// n8n does not read these.
		for (const key of ['node', 'nodeVersion', 'codexVersion']) if (codex) Reflect.deleteProperty(codex, key);
		if (codex && link === undefined) codex.resources = {};
		const icons = Object.values(described.icon ?? {}).map((icon) => `${icon}`.replace(/^file:[./]*/, ''));
		const about = { codex: linked(codex), icons: icons.map((icon) => textOf(root, icon)) };
		for (const place of ['list', 'class']) Object.assign(facts, factsOf(place, described, about));
		facts[`class of ${described.name}: functions`] = functionsOf(type);
		if (described.credentials) users.push(described.name);
	}
	return { ...facts, 'nodes with the credential': users.sort() };
}

async function builtFacts(directory: string): Promise<Facts> {
	const loader = new LazyPackageDirectoryLoader(directory);
	await loader.loadAll();
	const { packageJson, types, known } = loader;
	const facts: Facts = {
		manifest: packageJson,
		isLazyLoaded: loader.isLazyLoaded,
		...textsIn(join(directory, 'dist/nodes'), /__schema__.*\.json$/),
	};
	const add = (place: string, described: Described) => {
		const icons = Object.values(described.iconUrl ?? {}).map((path) =>
			textOf(directory, `${path}`.replace(/^icons\/[^/]+\//, '')),
		);
		Object.assign(facts, factsOf(place, described, { codex: described.codex, icons }));
	};
	const listed: unknown[] = [...types.nodes, ...types.credentials];
	for (const described of listed as Described[]) add('list', described);
	const classes: unknown[] = [
		...Object.keys(known.nodes).map((name) => loader.getNode(name).type),
		...Object.keys(known.credentials).map((name) => loader.getCredential(name).type),
	];
	for (const type of classes as Type[]) {
		add('class', type.description ?? type);
		facts[`class of ${(type.description ?? type).name}: functions`] = functionsOf(type);
	}
	const { supportedNodes: users = [] } = known.credentials.mediaGenerationApi ?? {};
	return { ...facts, 'nodes with the credential': [...users].sort() };
}

/** What n8n's loader changes or adds. Files and functions are facts of their own. */
const APART = ['icon', 'iconUrl', 'communityNodePackageVersion', 'authenticate', 'supportedNodes'];

/** A fact for each key of a description, the search words and the icons. */
function factsOf(place: string, described: Described, about: Facts): Facts {
	const entries = Object.entries({ ...described, ...about }).filter(
		([key, value]) => !APART.includes(key) && typeof value !== 'function',
	);
	return Object.fromEntries(entries.map(([key, value]) => [`${place} of ${described.name}: ${key}`, value]));
}

/** The names of what n8n calls, such as `execute` and `methods.listSearch.searchVoices`. */
function functionsOf(value: object): string[] {
	const own = Object.entries(value).filter(([key]) => !/^(description|toJSON|properties)$/.test(key));
	const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(value)).filter(
		(key) => !(key in Object.prototype),
	);
	const inner = own.flatMap(([key, each]: [string, unknown]) => {
		if (typeof each === 'function') return [key];
		return typeof each === 'object' && each !== null ? functionsOf(each).map((name) => `${key}.${name}`) : [];
	});
	return [...inner, ...inherited].sort();
}

const textOf = (folder: string, name: string) => {
	const path = join(folder, name);
	return existsSync(path) ? readFileSync(path, 'utf8') : 'missing';
};

function textsIn(folder: string, wanted: RegExp): Record<string, string> {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
		wanted.test(name),
	);
	return Object.fromEntries(names.sort().map((name) => [name, textOf(folder, name)]));
}
