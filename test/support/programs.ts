import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * Programs that are not ours, which make files and read labels back (Debian: libimage-exiftool-perl, ffmpeg, pngcheck,
 * webp).
 */

type Program = 'exiftool' | 'ffmpeg' | 'ffprobe' | 'pngcheck' | 'webpmux' | 'webpinfo' | 'cwebp';

/** Whether all of these are installed. */
export function hasPrograms(...programs: Program[]): boolean {
	return programs.every((program) => {
		try {
			execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
			return true;
		} catch {
			return false;
		}
	});
}

/** A test that needs programs: skipped, with a word in its name, where one is missing. */
export function testWith(programs: Program[], name: string, run: () => Promise<void>): void {
	if (hasPrograms(...programs)) test(name, run);
	else test.skip(`${name} (${programs.join(', ')} not installed)`, run);
}

let folder: string | undefined;

/** A place for a file that is removed at the end of the test's process. */
export function place(name: string): string {
	if (folder === undefined) {
		const made = (folder = mkdtempSync(join(tmpdir(), 'marks-')));
		process.on('exit', () => rmSync(made, { recursive: true, force: true }));
	}
	return join(folder, name);
}

/** Runs a program; its output as text. @throws with what it wrote when it is not content */
export function run(program: Program, ...args: string[]): string {
	return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 });
}

/** A file that a program makes in the place whose name is given to it. */
export function madeBy(program: Program, name: string, args: (path: string) => string[]): Buffer {
	const path = place(name);
	run(program, ...args(path));
	return readFileSync(path);
}

export function written(name: string, content: Uint8Array): string {
	const path = place(name);
	writeFileSync(path, content);
	return path;
}

/** What exiftool reads of each of some files, by names with their groups. */
export function tagsOf(...files: Array<[name: string, content: Uint8Array]>): Array<Record<string, unknown>> {
	const paths = files.map(([name, content]) => written(name, content));
	return JSON.parse(run('exiftool', '-json', '-G1', '-a', '-struct', ...paths));
}

/** A digest of all decoded pictures and samples of a file. */
export function decoded(name: string, content: Uint8Array): string {
	return run('ffmpeg', '-v', 'error', '-i', written(name, content), '-map', '0', '-f', 'md5', '-');
}
