import type { Editor } from '../editor';
import type { Expect, Scene } from '../stage';

async function expectFields(editor: Editor, expect: Expect, what: string, shown: string[], hidden: string[]) {
	const labels = await editor.fieldLabels();
	expect(
		`${what} asks for ${shown.join(', ')}`,
		shown.every((label) => labels.includes(label)),
		labels,
	);
	const tooMany = hidden.filter((label) => labels.includes(label));
	expect(`${what} does not ask for ${hidden.join(', ')}`, tooMany.length === 0, tooMany);
}

/** The fields of a swap that you see at first. */
const FIRST_SCREEN = [
	'Image to Change',
	'New Face Image',
	'Which Faces',
	'Wait for Completion',
	'Download Result',
	'Webhook URL',
	'Waiting',
	'Limits',
	'Options',
];

export const swapFields: Scene = {
	name: 'swap-fields',
	title: 'A swap in an image: its fields, and a name from its action',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		await editor.addNode('Face Swap', 'Swap faces in image');
		const labels = await editor.fieldLabels();
		const [first, last] = ['Operation', 'Options'].map((label) => labels.indexOf(label));
		const own = labels.slice((first ?? 0) + 1, (last ?? 0) + 1);
		expect('A swap in an image asks for two images first', own.join() === FIRST_SCREEN.join(), own);
		await editor.choose('operation', 'Swap in Video');
		const video = ['Video to Change', 'Still From the Video', 'New Face Image'];
		await expectFields(editor, expect, 'A swap in a video', video, ['Image to Change']);
		const stillText = await editor.part('node-parameters').innerText();
		expect('It says how to get a still', stillText.includes('take a screenshot'), stillText);
		await editor.choose('whichFaces', 'From Face Mapper (JSON)');
		const given = ['Faces to Replace (JSON)', 'New Faces (JSON)'];
		await expectFields(editor, expect, 'A swap of provided faces', given, [
			'Still From the Video',
			'New Face Image',
			'Replacements',
		]);
		await editor.toggle('waitForCompletion');
		await expectFields(
			editor,
			expect,
			'A swap that does not wait',
			['Wait for Completion', 'Webhook URL', 'Options'],
			['Waiting', 'Download Result'],
		);
		await editor.choose('resource', 'Credit');
		await expectFields(editor, expect, 'The credit', ['Credential'], ['Wait for Completion', 'Which Faces']);
		await editor.choose('resource', 'Face Swap');
		await editor.choose('whichFaces', 'Choose Faces');
		const chosen = ['Replacements', 'Face Number', 'New Face Image'];
		await expectFields(editor, expect, 'A swap of chosen faces', chosen, ['New Faces (JSON)']);
	},
};
