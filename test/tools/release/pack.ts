import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../support/build';
import { packPublished } from '../../support/tarball';
import { start } from '../main';

const packed = join(root, 'packed');

start(async () => {
	rmSync(packed, { recursive: true, force: true });
	const { tarball, stage } = await packPublished(packed);
	rmSync(stage, { recursive: true });
	console.log(`packed/${basename(tarball)}`);
});
