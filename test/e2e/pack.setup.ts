import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n } from '../n8n/install';
import { version } from './installed';
import { packPublished } from '../support/tarball';

/** Installs n8n and packs the built package, once for all suites. So the suites try the package as it would be published. */
export default async function pack(): Promise<void> {
	// You have installed both already.
	if (process.env.N8N_EXTERNAL_URL) return;
	await installN8n(version);
	const folder = await mkdtemp(join(tmpdir(), 'media-generation-e2e-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	process.env.PACKED_TARBALL = (await packPublished(folder)).tarball;
}
