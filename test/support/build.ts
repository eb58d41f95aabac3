import { transformFileSync } from '@swc/core';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	renameSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The package's folder. */
export const root = join(__dirname, '../..');

let isRefreshed = false;

/**
 * Updates `dist` from the sources, file by file, so an engine test never runs old code. After `npm run build` it has
 * nothing to do. It does not check types.
 */
export function refreshBuild(): void {
	if (isRefreshed) return;
	isRefreshed = true;
	for (const folder of ['nodes', 'credentials']) {
		for (const file of filesBelow(folder)) {
			if (/(?<!\.d)\.ts$/.test(file)) refresh(file, `dist/${file.slice(0, -'.ts'.length)}.js`, transpile);
			if (/\.js(on)?$/.test(file)) refresh(file, `dist/${file}`, copy);
		}
	}
	for (const file of filesBelow('icons')) refresh(file, `dist/${file}`, copy);
}

function filesBelow(folder: string): string[] {
	if (!existsSync(join(root, folder))) return [];
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
		entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
	);
}

function refresh(source: string, target: string, make: (from: string, to: string) => void): void {
	const [from, to] = [join(root, source), join(root, target)];
	const isFresh = existsSync(to) && statSync(to).mtimeMs >= statSync(from).mtimeMs;
	if (isFresh) return;
	mkdirSync(dirname(to), { recursive: true });
	// Several test files refresh at the same time, so each writes its own file and moves it into place.
	const draft = `${to}.${process.pid}`;
	make(from, draft);
	renameSync(draft, to);
}

function transpile(from: string, to: string): void {
	const { code } = transformFileSync(from, {
		jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
		module: { type: 'commonjs' },
		swcrc: false,
	});
	writeFileSync(to, code);
}

const copy = (from: string, to: string) => copyFileSync(from, to);
