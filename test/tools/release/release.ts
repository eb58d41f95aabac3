/**
 * Everything that a release does but `npm publish`: packs, scans, uses the tarball alone and beside other versions of zod
 * and ws, compares its names with the published version, writes a list of its parts (SBOM), and asks npm whether it would
 * take it. With a tag such as v0.1.0 it also fails for what only a release needs, such as an author. The files are in
 * `packed`.
 */
import { execFileSync } from 'node:child_process';
import {
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { npm, outsideNpm } from '../../n8n/npm';
import { root } from '../../support/build';
import { NAME, packPublished } from '../../support/tarball';
import { start } from '../main';
import { contractIn, fetchPublished, lostLines } from './published';
import { obstaclesOf } from './readiness';
import { useInstalled } from './use';

const textOf = (name: string) => readFileSync(join(root, name), 'utf8');

async function main([tag, against]: string[]): Promise<void> {
	const obstacles = obstaclesOf({
		manifest: JSON.parse(textOf('package.json')),
		changelog: textOf('CHANGELOG.md'),
		tag,
		repository: process.env.GITHUB_REPOSITORY,
	});
	if (tag !== undefined && obstacles.length > 0) throw new Error(obstacles.join('\n'));
	const folder = mkdtempSync(join(tmpdir(), 'media-generation-release-'));
	try {
		const { tarball, stage } = await packPublished(folder);
		console.log(`Packed: ${(statSync(tarball).size / 1024).toFixed(0)} KiB`);
		scan(stage, folder);
		scanWithRules(stage, process.env.GUARDDOG_RULES);
		await useInstalled(tarball, folder);
		await compare(stage, join(folder, 'published'), against);
		const sbom = await listParts(stage, join(folder, 'sbom', NAME));
		await npm(['publish', tarball, '--dry-run', '--ignore-scripts', '--access', 'public'], folder);
		console.log('npm would publish it');
		keep(tarball, sbom);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	for (const obstacle of obstacles) console.log(`Before the release: ${obstacle}`);
}

/** n8n's scanner of community packages, as its command line runs it. The lint has its rules for the source. */
function scan(stage: string, folder: string): void {
	const scanner = join(root, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
	const script = `
		const { analyzePackage } = await import(process.argv[1]);
		console.log(JSON.stringify(await analyzePackage(process.argv[2], ['**/*.js', 'package.json'])));`;
	const args = ['--input-type=module', '-e', script, scanner, stage];
	const env = { ...outsideNpm(), TMPDIR: folder };
	const said = execFileSync(process.execPath, args, { encoding: 'utf8', env });
	const { passed, ...found } = JSON.parse(said) as { passed: boolean };
	if (!passed) throw new Error(`n8n's scanner refuses the published files: ${JSON.stringify(found)}`);
	console.log("n8n's scanner finds nothing");
}

/** GuardDog's rules, which n8n runs on each package that is submitted. Those of capabilities tell no fault. */
function scanWithRules(stage: string, folder: string | undefined): void {
	if (!folder) return console.log('GuardDog: not run, as GUARDDOG_RULES names no folder');
	const rules = readdirSync(folder).filter((name) => /^threat-.*\.yar$/.test(name));
	for (const rule of rules.map((name) => join(folder, name))) {
		const [, where = ''] = /path_include = "(.*)"/.exec(readFileSync(rule, 'utf8')) ?? [];
		const isOfManifest = /package\.json/.test(where);
		if (!isOfManifest && !/\*\.js\b/.test(where)) continue;
		const target = isOfManifest ? join(stage, 'package.json') : join(stage, 'dist');
		const found = execFileSync('yara', ['--no-warnings', '--recursive', rule, target], { encoding: 'utf8' });
		if (found !== '') throw new Error(`GuardDog finds a threat: ${found}`);
	}
	console.log(`GuardDog finds no threat with ${rules.length} rules`);
}

/** What is installed with the package, as CycloneDX. npm would miss the devDependencies. */
async function listParts(stage: string, folder: string): Promise<string> {
	const { devDependencies: _tools, ...manifest } = JSON.parse(
		readFileSync(join(stage, 'package.json'), 'utf8'),
	);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	return await npm(['sbom', '--sbom-format', 'cyclonedx'], folder);
}

async function compare(stage: string, folder: string, against?: string): Promise<void> {
	const published = await fetchPublished(folder, against);
	if (published === undefined) return console.log('No version is published, so no name can be lost');
	const before = await contractIn(published);
	const lost = lostLines(before, await contractIn(stage));
	if (lost.length > 0) throw new Error(`Workflows made with ${before.version} need:\n${lost.join('\n')}`);
	console.log(`It has all ${before.facts.length} names of the published ${before.version}`);
}

function keep(tarball: string, sbom: string): void {
	const { components } = JSON.parse(sbom) as { components: unknown[] };
	if (components.length > 0) throw new Error('The package brings other packages along');
	const packed = join(root, 'packed');
	rmSync(packed, { recursive: true, force: true });
	mkdirSync(packed);
	copyFileSync(tarball, join(packed, basename(tarball)));
	writeFileSync(join(packed, basename(tarball).replace(/tgz$/, 'cdx.json')), sbom);
	console.log(`packed/${basename(tarball)}`);
}

start(async () => await main(process.argv.slice(2)));
