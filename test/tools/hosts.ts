/**
 * The versions of zod and ws that n8n brings along, asked from npm: of the oldest n8n 2, of the pinned n8n, whose engine the
 * tests use, and of the newest. Writes `test/n8n/hosts.json`.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { devDependencies } from '../../package.json';
import { N8N_CURRENT, N8N_OLDEST } from '../n8n/recipes';
import { root } from '../support/build';
import { npm } from '../support/tarball';
import { printTable } from './table';

const shape = z.object({ zod: z.string(), ws: z.string() });

const hosts = [N8N_OLDEST, devDependencies['n8n-core'], N8N_CURRENT].map((n8n) => {
	const said = npm(['view', `n8n@${n8n}`, 'dependencies', '--json'], tmpdir());
	return { n8n, ...shape.parse(JSON.parse(said)) };
});
writeFileSync(join(root, 'test/n8n/hosts.json'), `${JSON.stringify(hosts, null, '\t')}\n`);
printTable(
	['n8n', 'zod', 'ws'],
	hosts.map(({ n8n, zod, ws }) => [n8n, zod, ws]),
);
