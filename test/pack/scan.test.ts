import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { outsideNpm } from '../n8n/npm';
import { refreshBuild, root } from '../support/build';

/* n8n's scanner of community packages, on the source and on what is published, as its command line does it. */

const SCANNER = join(root, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
const shape = z.object({
	passed: z.boolean(),
	message: z.string().optional(),
	details: z.string().default(''),
});

/**
 * Runs the scanner in a process of its own: it is made of modules that a test can not import, and rules that see a test's
 * environment take every file for a node.
 */
function scan(directory: string, patterns: 'source' | 'published'): Map<string, string[]> {
	const script = `
		const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(process.argv[1]);
		const patterns = process.argv[3] === 'source' ? SOURCE_FILE_PATTERNS : ['**/*.js', 'package.json'];
		console.log(JSON.stringify(await analyzePackage(process.argv[2], patterns)));`;
	const args = ['--input-type=module', '-e', script, SCANNER, directory, patterns];
	const output = execFileSync(process.execPath, args, {
		encoding: 'utf8',
		env: outsideNpm(),
	});
	return errorsOf(shape.parse(JSON.parse(output)).details, directory);
}

/** The rules that reported an error, by file; a report names a file, and then one finding in each line. */
function errorsOf(report: string, directory: string): Map<string, string[]> {
	const errors = new Map<string, string[]>();
	let file = '';
	for (const line of report.split('\n')) {
		if (line.startsWith(directory)) file = line.slice(directory.length + 1).trim();
		const [, rule] = /^\s+\d+:\d+\s+error\s.*\s(\S+)\s*$/.exec(line) ?? [];
		if (rule !== undefined) errors.set(file, [...(errors.get(file) ?? []), rule]);
	}
	return errors;
}

const RUN_TIME_DEPENDENCIES = ['@n8n/community-nodes/no-runtime-dependencies'];
const FOREIGN_IMPORT = ['@n8n/community-nodes/no-restricted-imports'];

test('in the source it finds that the package brings ws, and nothing else', () => {
	expect(Object.fromEntries(scan(root, 'source'))).toEqual({
		'package.json': RUN_TIME_DEPENDENCIES,
		'nodes/LiveAvatar/chat/connection.ts': FOREIGN_IMPORT,
	});
}, 120_000);

test('in the tarball too', () => {
	refreshBuild();
	const folder = mkdtempSync(join(tmpdir(), 'media-generation-scan-'));
	try {
		const quiet = { cwd: root, stdio: 'ignore' } as const;
		execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], quiet);
		const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? 'no tarball';
		execFileSync('tar', ['-xzf', join(folder, tarball), '-C', folder]);
		expect(Object.fromEntries(scan(join(folder, 'package'), 'published'))).toEqual({
			'package.json': RUN_TIME_DEPENDENCIES,
			'dist/nodes/LiveAvatar/chat/connection.js': FOREIGN_IMPORT,
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}, 120_000);
