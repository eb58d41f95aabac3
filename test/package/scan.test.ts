import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideNpm } from '../n8n/npm';
import { refreshBuild, root } from '../support/build';
import { packPublished } from '../support/tarball';

/*
 * n8n's scanner of community packages, on the source and on the published files, as its command line does it. It runs in
 * another process, because a test can't import its modules, and in a test's environment its rules treat every file as a node.
 */
test("n8n's scanner finds nothing in the source and in the tarball", () => {
	refreshBuild();
	const folder = mkdtempSync(join(tmpdir(), 'media-generation-scan-'));
	const script = `
		const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(process.argv[1]);
		const of = async (folder, patterns) => await analyzePackage(folder, patterns);
		const published = await of(process.argv[3], ['**/*.js', 'package.json']);
		console.log(JSON.stringify([await of(process.argv[2], SOURCE_FILE_PATTERNS), published]));`;
	try {
		const scanner = join(root, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
		const args = ['--input-type=module', '-e', script, scanner, root, packPublished(folder).stage];
		const said = execFileSync(process.execPath, args, { encoding: 'utf8', env: outsideNpm() });
		expect(JSON.parse(said)).toEqual([{ passed: true }, { passed: true }]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
