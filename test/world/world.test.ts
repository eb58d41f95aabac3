import { spawn } from 'node:child_process';
import { refreshBuild, root } from '../support/build';

/** A program of its own, because a world replaces the clock and the timers of its process. */
async function world(...words: string[]): Promise<string> {
	refreshBuild();
	const child = spawn(process.execPath, ['test/world/start.js', ...words], { cwd: root });
	let said = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (text: Buffer) => (said += text.toString()));
	const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
	return `${said}ended with ${code}`;
}

it('thirty nights of n8n hold, and a number gives the same night again, whatever was lived before it', async () => {
	const said = await world('9', '1-30', '--trace');
	// No row is paid twice, no job is lost, and the words lead to the results.
	expect(said.match(/^(?:world \d+: .*|\d+ worlds held|ended .*)/gm)).toEqual([
		'31 worlds held',
		'ended with 0',
	]);
	const [, ninth = '', ...thirty] = said.split(/^world \d+\n/m);
	expect(ninth.length).toBeGreaterThan(500);
	expect(thirty[8]).toBe(ninth);
});
