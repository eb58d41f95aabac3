import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n, PROJECT_FOLDER } from '../n8n/install';
import { runNpm } from '../n8n/npm';

/** Installs n8n and packs the built package, once for all suites. So the suites try the package as it would be published. */
export default async function pack(): Promise<void> {
	// You have installed both already.
	if (process.env.N8N_EXTERNAL_URL) return;
	await installN8n(process.env.N8N_VERSION);
	const folder = await mkdtemp(join(tmpdir(), 'media-generation-e2e-'));
	await runNpm({
		args: ['pack', PROJECT_FOLDER, '--ignore-scripts', '--pack-destination', folder],
		cwd: folder,
	});
	const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error('npm pack made no tarball.');
	process.env.PACKED_TARBALL = join(folder, tarball);
}
