import { execFileSync } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod/v3';
import { CACHE_FOLDER, installN8n, PROJECT_FOLDER, type InstalledN8n, type Say } from '../n8n/install';
import { type PlayOptions } from '../n8n/play';

/*
 * The ways in which people get the package into an n8n. `INSTALLED_BY=docker npm run test:e2e -- smoke` tries all that has
 * to hold on every n8n in one of them.
 */

interface Given {
	tarball: string;
	version?: string;
	say: Say;
}

const ways: Record<string, (given: Given) => Promise<PlayOptions>> = {
	/** What n8n does, without n8n. */
	flags: async ({ tarball }) => ({ packages: [{ tarball }] }),
	/** `npm install` in the folder `.n8n/nodes`, which brings the peer dependency too. */
	npm: async ({ tarball }) => ({ packages: [{ tarball, byHand: true }] }),
	/** n8n's settings page. */
	settings: fromSettingsPage,
	/** n8n's image: n8n in its own folder with nothing but its dependencies, the package in the home of the user `node`. */
	docker: async ({ tarball, version, say }) => ({
		packages: [{ tarball }],
		n8n: laidOutAsInImage(await installN8n(version, say)),
	}),
};

export async function wayOf(name: string, given: Given): Promise<PlayOptions> {
	const way = ways[name];
	if (!way) throw new Error(`INSTALLED_BY is one of ${Object.keys(ways).join(', ')}, not ${name}.`);
	return await way(given);
}

/**
 * n8n installs only what the registry has, and without a licence from no other. So its `npm` is one that gives the tarball
 * for the package, and is the real one for anything else. Nothing outside this machine is asked.
 */
async function fromSettingsPage({ tarball, version, say }: Given): Promise<PlayOptions> {
	const { name, version: published } = manifest.parse(readJson(join(PROJECT_FOLDER, 'package.json')));
	const { node } = await installN8n(version, say);
	const folder = mkdtempSync(join(tmpdir(), 'media-generation-npm-'));
	const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim();
	const script = `#!/bin/sh
case "$1" in
	view) echo '"${published}"' ;;
	pack) cp '${tarball}' packed.tgz && echo packed.tgz ;;
	*) exec '${npm}' "$@" ;;
esac
`;
	writeFileSync(join(folder, 'npm'), script, { mode: 0o755 });
	return {
		packages: [],
		install: async (client) => {
			// With a version, n8n does not ask the registry for the latest one.
			await client.installPackage(`${name}@${published}`);
			await rm(folder, { recursive: true });
		},
		env: {
			PATH: `${folder}:${node.bin}:${process.env.PATH}`,
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
			HTTPS_PROXY: 'http://127.0.0.1:9',
			NO_PROXY: '127.0.0.1,localhost',
		},
	};
}

const manifest = z.object({
	name: z.string(),
	version: z.string(),
	dependencies: z.record(z.string()).default({}),
});
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The same files a second time, as hard links: in the image n8n sees its own dependencies, and not theirs. */
function laidOutAsInImage(n8n: InstalledN8n): InstalledN8n {
	const top = join(CACHE_FOLDER, `image-${n8n.version}`, 'usr', 'local', 'lib', 'node_modules');
	const home = join(top, 'n8n');
	const done = join(home, '.laid-out');
	if (!existsSync(done)) {
		const from = join(n8n.folder, 'node_modules');
		const store = join(home, 'node_modules', '.store', 'node_modules');
		mkdirSync(dirname(store), { recursive: true });
		execFileSync('cp', ['-al', `${join(from, 'n8n')}/.`, home]);
		execFileSync('cp', ['-al', from, store]);
		// It would take its modules from there, as if they were another package's.
		rmSync(join(store, 'n8n'), { recursive: true });
		const { dependencies } = manifest.parse(readJson(join(home, 'package.json')));
		for (const name of Object.keys(dependencies)) {
			const link = join(home, 'node_modules', name);
			mkdirSync(dirname(link), { recursive: true });
			if (!existsSync(link)) symlinkSync(join(store, name), link);
		}
		copyFileSync(join(home, 'package.json'), done);
	}
	return { ...n8n, folder: top, script: join(home, 'bin', 'n8n') };
}
