import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { refreshBuild, root } from '../support/build';

test('the credential, which n8n loads at every start, brings nothing but itself', () => {
	refreshBuild();
	const path = join(root, 'dist/credentials/MediaGenerationApi.credentials.js');
	const script = `require(${JSON.stringify(path)}); console.log(JSON.stringify(Object.keys(require.cache)))`;
	const loaded = JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })) as string[];
	const foreign = loaded.map((file) => relative(root, file)).filter((file) => !file.startsWith('dist/'));
	expect(foreign).toEqual([]);
	expect(loaded.length).toBeLessThanOrEqual(25);
});
