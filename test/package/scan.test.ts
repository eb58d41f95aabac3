import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideNpm } from '../n8n/npm';
import { refreshBuild, root } from '../support/build';
import { stagePublished } from '../support/tarball';

/*
 * n8n's scanner of community packages, on the published files, as its command line does it. It runs in another process,
 * because a test can't import its modules, and in a test's environment its rules treat every file as a node. The lint has
 * the scanner's rules for the source.
 */
test("n8n's scanner finds nothing in the published files", () => {
	refreshBuild();
	const folder = mkdtempSync(join(tmpdir(), 'media-generation-scan-'));
	const script = `
		const { analyzePackage } = await import(process.argv[1]);
		console.log(JSON.stringify(await analyzePackage(process.argv[2], ['**/*.js', 'package.json'])));`;
	try {
		const scanner = join(root, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
		const args = ['--input-type=module', '-e', script, scanner, stagePublished(folder)];
		const env = { ...outsideNpm(), TMPDIR: folder };
		const said = execFileSync(process.execPath, args, { encoding: 'utf8', env });
		expect(JSON.parse(said)).toEqual({ passed: true });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
