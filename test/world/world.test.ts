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

it('thirty nights of n8n hold: no row is paid twice, no job is lost, and the words lead to the results', async () => {
	const { code, said } = await world('1-30');
	expect(said).toMatch(/^30 worlds held \(/m);
	expect(code).toBe(0);
});

it('a number gives the same night again, whatever was lived before it', async () => {
	const [alone, third] = await Promise.all([world('9', '--trace'), world('7-9', '--trace')]);
	const night = alone.said.split('\n').slice(0, -2).join('\n');
	expect(night.length).toBeGreaterThan(500);
	expect(third.said).toContain(night);
});
