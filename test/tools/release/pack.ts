import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../../support/build';
import { packPublished } from '../../support/tarball';

const packed = join(root, 'packed');
const folder = mkdtempSync(join(tmpdir(), 'media-generation-pack-'));
try {
	const { tarball } = packPublished(folder);
	mkdirSync(packed, { recursive: true });
	copyFileSync(tarball, join(packed, basename(tarball)));
	console.log(`packed/${basename(tarball)}`);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
