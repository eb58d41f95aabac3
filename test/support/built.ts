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
	/** The loader takes it from the description, and makes it a path. */
	iconUrl?: object;
}
interface Type extends Described {
	description?: Described;
}

/** The names of the facts that n8n lists for the package in `directory` other than the sources have them. */
export async function lossesOf(directory: string): Promise<string[]> {
	const [source, built] = [await sourceFacts(), await builtFacts(directory)];
	const names = new Set([...Object.keys(source), ...Object.keys(built)]);
	const asRead = (value: unknown = null): unknown => JSON.parse(JSON.stringify(value));
	return [...names].filter((name) => !isDeepStrictEqual(asRead(source[name]), asRead(built[name])));
}

async function sourceFacts(): Promise<Facts> {
	const manifest = publishedManifest();
	const users: unknown[] = [];
	const facts: Facts = { manifest, ...textsIn(join(root, 'nodes'), /__schema__.*\.json$/) };
	const link = manifest.repository?.url.replace(/^git\+|\.git$/g, '');
	const linked = (text: string) =>
		text.replaceAll('https://github.com/OWNER/n8n-nodes-media-generation', link ?? '');
	const files = ['nodes', 'credentials'].flatMap((each) =>
		Object.keys(textsIn(join(root, each), /\.(node|credentials)\.ts$/)).map((name) => `${each}/${name}`),
	);
	for (const file of files) {
		const className = parse(file).name.replace(/\..*/, '');
		const { [className]: Class }: Record<string, new () => Type> = await import(join(root, file));
		if (Class === undefined) throw new Error(`${file} exports no ${className}`);
		const type = new Class();
		const described = type.description ?? type;
		if ('documentationUrl' in type) type.documentationUrl = link ? linked(String(type.documentationUrl)) : '';
		let codex: Facts | undefined;
		if (type.description) {
			// n8n does not read the first three.
			const { node, nodeVersion, codexVersion, ...read } = JSON.parse(
				linked(textOf(root, file.replace(/ts$/, 'json'))),
			);
			if (!node || !nodeVersion || !codexVersion) throw new Error(`The words of ${file} lack a version`);
			codex = link === undefined ? { ...read, resources: {} } : read;
		}
		const icons = Object.values(described.icon ?? {}).map((icon) => `${icon}`.replace(/^file:[./]*/, ''));
		Object.assign(facts, factsOf(described, { codex, icons: icons.map((icon) => textOf(root, icon)) }));
		if (described.credentials) users.push(described.name);
	}
	return { ...facts, 'nodes with the credential': users.sort() };
}

async function builtFacts(directory: string): Promise<Facts> {
	const loader = new LazyPackageDirectoryLoader(directory);
	await loader.loadAll();
	const { packageJson: manifest, types, known } = loader;
	if (!loader.isLazyLoaded) throw new Error('n8n loads each file at its start');
	const facts: Facts = { manifest, ...textsIn(join(directory, 'dist/nodes'), /__schema__.*\.json$/) };
	const listed: unknown[] = [...types.nodes, ...types.credentials];
	for (const described of listed as Described[]) {
		const paths = Object.values(described.iconUrl ?? {}).map((path) =>
			`${path}`.replace(/^icons\/[^/]+\//, ''),
		);
		const icons = paths.map((path) => textOf(directory, path));
		Object.assign(facts, factsOf(described, { codex: described.codex, icons }));
	}
	const { supportedNodes: users = [] } = known.credentials.mediaGenerationApi ?? {};
	return { ...facts, 'nodes with the credential': [...users].sort() };
}

/** What n8n's loader changes or adds. Files are facts of their own. */
const APART = ['icon', 'iconUrl', 'communityNodePackageVersion', 'authenticate', 'supportedNodes'];

/** A fact for each key of a description, the search words and the icons. */
function factsOf(described: Described, about: Facts): Facts {
	const entries = Object.entries({ ...described, ...about }).filter(
		([key, value]) => !APART.includes(key) && typeof value !== 'function',
	);
	return Object.fromEntries(entries.map(([key, value]) => [`${described.name}: ${key}`, value]));
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
