import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { execFileSync } from 'node:child_process';
import { refreshBuild, root } from '../support/build';

const folder = join(__dirname, '../../.github/workflows');
const workflows = readdirSync(folder).map((name): [string, string] => [
	name,
	readFileSync(join(folder, name), 'utf8'),
]);

test.each(workflows)('%s names each action by its commit, because a tag can be moved', (_name, text) => {
	const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
	expect(used.length).toBeGreaterThan(0);
	expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});

test.each(workflows)('%s installs and runs nothing in a job that may sign', (_name, text) => {
	const [head = '', jobs = ''] = text.split(/^jobs:$/m);
	expect(head).not.toContain('id-token');
	const allowed = /^npm (publish \.\/\*\.tgz --ignore-scripts --provenance --access public$|config [gs]et )/;
	for (const job of jobs.split(/^ {2}(?=\w+:$)/m).filter((job) => job.includes('id-token: write'))) {
		const text = job.replace(/^\s*#.*$/gm, '');
		const runs = [...text.matchAll(/\b(?:npm|npx|node|tsx|jest|bash|sh) .*/g)].map(([command]) => command);
		expect(runs.filter((command) => !allowed.test(command))).toEqual([]);
		// A job that runs no command may check out the repository.
		if (runs.length > 0) expect(job).not.toContain('checkout');
	}
});

test('at each start of n8n, the credential loads only files of this package, besides n8n-workflow', () => {
	refreshBuild();
	const path = join(root, 'dist/credentials/MediaGenerationApi.credentials.js');
	const script = `require('n8n-workflow');
		const before = Object.keys(require.cache);
		require(${JSON.stringify(path)});
		console.log(JSON.stringify(Object.keys(require.cache).filter((file) => !before.includes(file))))`;
	const loaded = JSON.parse(
		execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' }),
	) as string[];
	const foreign = loaded.map((file) => relative(root, file)).filter((file) => !file.startsWith('dist/'));
	expect(foreign).toEqual([]);
	expect(loaded.length).toBeLessThanOrEqual(25);
});
