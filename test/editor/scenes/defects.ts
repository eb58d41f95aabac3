import { line, locator, ours, start, type LineNode } from '../../e2e/line';
import type { Scene, Stage } from '../stage';

/* Screens that once misled people. */

/** Shows a workflow with these nodes after its start. */
async function show({ editor, play }: Stage, ...nodes: LineNode[]): Promise<void> {
	const { id } = await play.client.createWorkflow(line([start, ...nodes]));
	await editor.openWorkflow(id);
}

export const triggerPanel: Scene = {
	name: 'trigger-panel',
	title: 'A trigger that listens says where its address goes',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		await editor.addNode('Media Generation Trigger');
		await editor.page.getByText('When will this node trigger my flow?').click();
		await editor.settle();
		const help = await editor.part('ndv').innerText();
		expect('The Test URL goes into Webhook URL', /copy the Test URL into Webhook URL/.test(help), help);
		await editor.executeStep();
		await editor.page.getByText('Stop Listening').first().waitFor();
		const text = await editor.page.locator('body').innerText();
		expect('Nobody is sent to a service to create an event', !/Go to Media|create an event/.test(text), text);
		await editor.page.getByText('Stop Listening').first().click();
		await editor.settle();
	},
};

const ADA = locator('id', 'Ada_1080P_back');

export const chatAndClose: Scene = {
	name: 'chat-and-close',
	title: 'Close after Send Message finds its session, and a list offers it without one',
	isCheckOnly: true,
	async play(stage, expect) {
		const { editor, play } = stage;
		const live = (name: string, resource: string, operation: string, rest = {}) =>
			ours(name, 'liveAvatar', play.credential, { resource, operation, ...rest });
		const create = live('Create', 'session', 'create', { avatarId: ADA });
		const ask = live('Ask', 'chat', 'sendMessage', { question: 'Hello' });
		await show(stage, create, ask, live('Close', 'session', 'close'));
		await editor.execute('Close');
		await editor.openNode('Close');
		const field = editor.part('resource-locator-sessionId');
		const [issues, shown] = [
			await field.locator('[data-test-id="parameter-issues"]').count(),
			await field.innerText(),
		];
		expect('Its field is not red', issues === 0 && !shown.includes('undefined'), shown);
		await editor.closeNode();

		await show(stage, create);
		await editor.execute('Create');
		await show(stage, live('Close', 'session', 'close'));
		await editor.openNode('Close');
		await field.hover();
		await editor.part('radio-button-fixed').first().click();
		await editor.settle();
		await field.locator('[data-test-id="rlc-mode-selector"]').click();
		await editor.part('mode-list').first().click();
		await editor.openList('sessionId');
		const sessions = await editor.listEntries();
		expect('The open session is in the list', sessions.length > 0, sessions);
		await editor.part('rlc-item').first().click();
		await editor.settle();
		await editor.executeStep();
		await editor.outputView('JSON');
		const text = await editor.outputText();
		expect('It is closed', /"success":\s*true/.test(text), text);
	},
};
