import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../n8n/install';
import { runNpm } from '../n8n/npm';

/** Packs the built package once for a run of the suites: what is installed is what would be published. */
export default async function pack(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'media-generation-e2e-'));
	await runNpm({
		args: ['pack', PROJECT_FOLDER, '--ignore-scripts', '--pack-destination', folder],
		cwd: folder,
	});
	const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error('npm pack made no tarball.');
	process.env.PACKED_TARBALL = join(folder, tarball);
}
