import { badFaces } from '../support/badFaces';
import { badInput, detect } from '../support/badInput';
import { faceSwap, rows, setUp } from '../support/bench';

const bench = setUp();

test.each([...badFaces, ...badInput])(
	'%s is refused by the name of its field, and nothing is sent',
	async (_name, workflow, message) => {
		const result = await bench.engine.run(workflow, { input: rows(1) });
		const [item] = result.json('Node');
		expect(item?.error).toBe(message);
		expect(bench.emulator.requests).toEqual([]);
		const { description, submitted } = item?.details as { description: string; submitted?: string };
		expect(description.length).toBeGreaterThan(10);
		expect(description).not.toContain(message);
		expect(submitted ?? 'no').toBe('no');
	},
);

test('what a message quotes of a long value is short', async () => {
	const result = await bench.engine.run(detect({ modifyImage: 'x'.repeat(5_000) }), { input: rows(1) });
	expect(String(result.json('Node')[0]?.error).length).toBeLessThan(300);
});

test('several wrong parameters are all named, the first as the message', async () => {
	const workflow = detect({ modifyImage: 'a.png', options: { order: 'rtl', timeout: 'soon' } });
	const [item] = (await bench.engine.run(workflow, { input: rows(1) })).json('Node');
	expect(item?.error).toMatch(/^Picture to Change/);
	expect((item?.details as { description: string }).description).toMatch(/Face Order must be .*Correct it/);
});

test('a required field that is left empty in the editor stops the run before anything is sent', async () => {
	const run = async () =>
		await bench.engine.run(faceSwap('faceSwap', 'swapImage', { sourcePicture: 'http://127.0.0.1:9/b.png' }));
	await expect(run()).rejects.toThrow(/"Picture to Change" is required|The workflow has issues/);
	expect(bench.emulator.requests).toEqual([]);
});

test.each([
	['to a create', 'specifyimage', 'unknown'],
	['to a detection', '/detect', 'no'],
])('a service that answers %s with a web page is told as such', async (_name, path, submitted) => {
	bench.emulator.faults.add({ kind: 'html', times: Infinity, match: { path } });
	const pictures = {
		modifyImage: bench.media('portrait-a.png'),
		sourcePicture: bench.media('portrait-b.png'),
	};
	const [item] = (await bench.engine.run(detect(pictures), { input: rows(1) })).json('Node');
	expect(item?.error).toMatch(/^The (service|face detection host) gave an answer that could not be read$/);
	expect(item?.details).toMatchObject({ submitted, description: expect.any(String) });
});
