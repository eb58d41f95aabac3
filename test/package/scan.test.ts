import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideNpm } from '../n8n/npm';
import { refreshBuild, root } from '../support/build';
import { packPublished } from '../support/tarball';

/* n8n's scanner of community packages, on the source and on the published files, as its command line does it. */

const SCANNER = join(root, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');

/**
 * Returns the scanner's verdict. It runs in another process, because a test can't import its modules, and in a test's
 * environment its rules treat every file as a node.
 */
function scan(directory: string, patterns: 'source' | 'published'): unknown {
	const script = `
		const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(process.argv[1]);
		const patterns = process.argv[3] === 'source' ? SOURCE_FILE_PATTERNS : ['**/*.js', 'package.json'];
		console.log(JSON.stringify(await analyzePackage(process.argv[2], patterns)));`;
	const args = ['--input-type=module', '-e', script, SCANNER, directory, patterns];
	return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env: outsideNpm() }));
}

test("n8n's scanner finds nothing in the source", () => {
	expect(scan(root, 'source')).toEqual({ passed: true });
});

test("n8n's scanner finds nothing in the tarball", () => {
	refreshBuild();
	const folder = mkdtempSync(join(tmpdir(), 'media-generation-scan-'));
	try {
		expect(scan(packPublished(folder).stage, 'published')).toEqual({ passed: true });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
