import { spawn } from 'node:child_process';
import { refreshBuild, root } from '../support/build';

/** A program of its own, because a world replaces the clock and the timers of its process. */
async function world(...words: string[]): Promise<{ code: number | null; said: string }> {
	refreshBuild();
	const child = spawn(process.execPath, ['test/world/start.js', ...words], { cwd: root });
	let said = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (text: Buffer) => (said += text.toString()));
	const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
	return { code, said };
}

it('thirty nights of n8n hold, and a number gives the same night again, whatever was lived before it', async () => {
	const [thirty, ninth] = await Promise.all([world('1-30', '--trace'), world('9', '--trace')]);
	// No row is paid twice, no job is lost, and the words lead to the results.
	expect(thirty.said.match(/^(?:world \d+: .*|\d+ worlds held)/gm)).toEqual(['30 worlds held']);
	expect(thirty.code).toBe(0);
	const night = ninth.said.split('\n').slice(0, -2).join('\n');
	expect(night.length).toBeGreaterThan(500);
	expect(thirty.said.includes(night)).toBe(true);
});
