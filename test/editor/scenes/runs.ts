import type { Scene, Stage } from '../stage';

/** The ID of an example in n8n. */
export function example({ play }: Stage, name: string): string {
	const id = play.workflows.get(name)?.id;
	if (id === undefined) throw new Error(`There is no example ${name}.`);
	return id;
}

export const exampleRun: Scene = {
	name: 'example',
	title: 'The example of face swap has run',
	async play(stage, expect) {
		const { editor } = stage;
		await editor.openWorkflow(example(stage, 'face-swap'));
		const canvas = await editor.part('canvas').innerText();
		expect('The inputs of Face Mapper have names', /Image to Change\s+New Face/.test(canvas), canvas);
		expect('A node says what it does', canvas.includes('Face: Detect'), canvas);
		await editor.execute('Face Swap');
	},
};

const SERVER = 'https://n8n.example.com/';

export const triggerUrls: Scene = {
	name: 'trigger',
	title: 'The trigger with its address',
	async play({ editor }, expect) {
		// As on a server, because no service can call an address of your own machine.
		await editor.page.route('**/rest/settings', async (route) => {
			const response = await route.fetch();
			const text = (await response.text()).replace(
				/"(urlBaseWebhook|urlBaseEditor)":"[^"]*"/g,
				`"$1":"${SERVER}"`,
			);
			await route.fulfill({ response, body: text });
		});
		await editor.newWorkflow();
		await editor.addNode('Media Generation Trigger');
		await editor.part('node-parameters').getByText('Webhook URLs').first().click();
		await editor.part('node-parameters').getByText('Production URL').first().click();
		await editor.settle();
		const text = await editor.part('node-parameters').innerText();
		expect('It shows the address for production', /\/webhook\/[\w-]+\/callback/.test(text), text);
		expect('Failed jobs start it as well', /Completed[\s\S]*Failed/.test(text), text);
		expect('It says where to put it', text.includes('Webhook URL of the node that creates jobs'), text);
		await editor.page.unroute('**/rest/settings');
	},
};
