import type { Scene } from '../stage';

export const wrongField: Scene = {
	name: 'wrong-field',
	title: 'A wrong field is named as it is on the screen, with what to do, and shows a link as text',
	isCheckOnly: true,
	async play({ editor }, expect) {
		const link = "<a href='http://example.com/sign-in'>Sign in again</a>";
		await editor.newWorkflow();
		await editor.addNode('Face Swap', 'Swap faces in image');
		await editor.typeMedia('modifyImage', link);
		await editor.typeMedia('sourcePicture', 'https://example.com/new-face.jpg');
		await editor.executeStep();
		await editor.part('node-error-message').waitFor();
		const text = await editor.outputText();
		expect('The sentence says what is wrong', text.includes('one whole address that starts with http'), text);
		expect('and what was given', text.includes("href='http://example.com/sign-in'"), text);
		expect('and what to do', text.includes('Give the whole address'), text);
		// The message in the corner has it too.
		const links = await editor.page.locator('a').filter({ hasText: 'Sign in again' }).count();
		expect('It is no link', links === 0, links);
		await editor.closeToasts();
	},
};
