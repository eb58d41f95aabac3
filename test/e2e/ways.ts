import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { installN8n, PROJECT_FOLDER, type Say } from '../n8n/install';
import { type PlayOptions } from '../n8n/play';

/* The ways to install the package in n8n. `INSTALLED_BY=settings npm run test:e2e -- smoke` tries one of them. */

interface Given {
	tarball: string;
	version?: string;
	say: Say;
}

const ways: Record<string, (given: Given) => Promise<PlayOptions>> = {
	/** The steps of n8n, without n8n. */
	flags: async ({ tarball }) => ({ packages: [{ tarball }] }),
	/** `npm install` in the folder `.n8n/nodes`, which also installs the peer dependency. */
	npm: async ({ tarball }) => ({ packages: [{ tarball, byHand: true }] }),
	/** n8n's settings page. */
	settings: fromSettingsPage,
};

export async function wayOf(name: string, given: Given): Promise<PlayOptions> {
	const way = ways[name];
	if (!way) throw new Error(`INSTALLED_BY is one of ${Object.keys(ways).join(', ')}, not ${name}.`);
	return await way(given);
}

/**
 * n8n installs packages of the registry only, and needs a license for another registry. So its `npm` here returns the
 * tarball for the package, and is the real npm for all else. No request leaves this machine.
 */
async function fromSettingsPage({ tarball, version, say }: Given): Promise<PlayOptions> {
	const { name, version: published } = manifest.parse(
		JSON.parse(readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8')),
	);
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
			// With a version, n8n does not ask the registry for the latest version.
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

const manifest = z.object({ name: z.string(), version: z.string() });
