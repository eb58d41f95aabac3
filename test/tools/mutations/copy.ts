import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../../support/build';
import { mutated, type Mutation } from './mutations';

const LEFT_OUT = new Set(['.git', '.cache', 'node_modules', 'dist', 'coverage', 'demo-output']);

export interface TestRun {
	/** `passed`, `failed`, or `ended`: it took longer than it may. */
	end: 'passed' | 'failed' | 'ended';
	/** The first tests that failed, by their names. */
	failed: string[];
	seconds: number;
}

/** A copy of the package in a folder of its own, which mutations are put into. */
export class Copy {
	private readonly folder = mkdtempSync(join(tmpdir(), 'mutations-'));

	constructor() {
		cpSync(root, this.folder, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
		symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
	}

	/** Runs tests, in this order up to the first that fails, with a mutation in place. */
	async tryOut(mutation: Mutation, tests: readonly string[], mostSeconds: number): Promise<TestRun> {
		const path = join(this.folder, mutation.file);
		const text = readFileSync(path, 'utf8');
		writeFileSync(path, mutated(text, mutation));
		try {
			return await this.run(tests, mostSeconds);
		} finally {
			writeFileSync(path, text);
		}
	}

	async run(tests: readonly string[], mostSeconds: number): Promise<TestRun> {
		const began = Date.now();
		const jest = spawn(
			process.execPath,
			[
				join(root, 'node_modules/jest/bin/jest.js'),
				...['--runInBand', '--bail', '--silent', '--noStackTrace'],
				...['--testTimeout=40000', '--testSequencer=./test/tools/mutations/inOrder.cjs', '--runTestsByPath'],
				...tests,
			],
			// A group of its own, so that it ends with all that it started.
			{
				cwd: this.folder,
				stdio: ['ignore', 'ignore', 'pipe'],
				detached: true,
				env: { ...process.env, TEST_ORDER: tests.join(',') },
			},
		);
		let output = '';
		jest.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
		let isEnded = false;
		const end = () => {
			isEnded = true;
			if (jest.pid !== undefined) process.kill(-jest.pid, 'SIGKILL');
		};
		const timer = setTimeout(end, mostSeconds * 1_000);
		process.once('exit', end);
		const code = await new Promise<number | null>((resolve) => jest.once('close', resolve));
		clearTimeout(timer);
		process.off('exit', end);
		const seconds = Math.round((Date.now() - began) / 1_000);
		if (isEnded) return { end: 'ended', failed: [], seconds };
		return { end: code === 0 ? 'passed' : 'failed', failed: code === 0 ? [] : failuresIn(output), seconds };
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** The tests that failed, from what Jest prints: ended by the first of them, it writes no report. */
function failuresIn(output: string): string[] {
	const file = /^FAIL (\S+)/m.exec(output)?.[1] ?? '';
	const names = [...output.matchAll(/^ {2}● (.+)$/gm)].map(([, name = '']) => name);
	return [...new Set(names)].slice(0, 2).map((name) => `${basename(file)}: ${name}`);
}
