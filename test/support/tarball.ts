import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../n8n/npm';
import { root } from './build';

export const NAME = 'n8n-nodes-media-generation';

/**
 * Copies the built package into a folder as it is published: without scripts and settings of its developers. The
 * devDependencies stay, because n8n's scanner allows an import of `ws` only if they name it.
 */
export function stagePublished(folder: string): string {
	const stage = join(folder, NAME);
	mkdirSync(stage, { recursive: true });
	for (const file of ['dist', 'README.md', 'LICENSE']) {
		cpSync(join(root, file), join(stage, file), { recursive: true });
	}
	writeFileSync(join(stage, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
	return stage;
}

export function publishedManifest(): { name: string; repository?: { url: string } } {
	const { scripts, allowScripts, ...published } = JSON.parse(
		readFileSync(join(root, 'package.json'), 'utf8'),
	);
	if (!scripts || !allowScripts) throw new Error('package.json lacks what is left out');
	return published;
}

/** @returns the tarball and the folder that was packed, both in `folder` */
export async function packPublished(folder: string): Promise<{ tarball: string; stage: string }> {
	const stage = stagePublished(folder);
	await npm(['pack', '--pack-destination', folder], stage);
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error('npm pack made no tarball');
	return { tarball: join(folder, tarball), stage };
}

/** Unpacks a tarball, and returns the folder of the package. */
export function unpack(tarball: string, folder: string): string {
	execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	return join(folder, 'package');
}
