import type { Scene } from '../stage';

export const wrongSecret: Scene = {
	name: 'credential',
	title: 'A wrong secret is reported when the credential is saved',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		await editor.addNode('Face Swap', 'Get credit balance');
		await editor.part('credential-edit-button').click();
		const dialog = editor.part('editCredential-modal');
		await dialog.getByText('Connection tested successfully').waitFor();
		expect('A right secret is found right', true);
		const secret = editor.part('parameter-input-clientSecret').locator('input');
		const right = await secret.inputValue();
		await secret.fill('not-the-secret-of-this-account!!');
		await editor.part('credential-save-button').click();
		await dialog.getByText('More details').click();
		await editor.settle();
		const text = await dialog.innerText();
		const sentence = 'The service does not accept the Client ID and the Client Secret';
		expect('A wrong secret is told in a sentence', text.includes(sentence), text);
		await editor.closeToasts();
		expect('The secret is not shown', !text.includes('not-the-secret') && !text.includes(right));
	},
};

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
