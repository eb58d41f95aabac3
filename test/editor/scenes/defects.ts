import { line, locator, ours, start, type LineNode } from '../../e2e/line';
import type { Scene, Stage } from '../stage';

/*
 * What once misled people, checked where they met it.
 */

/** A workflow with these nodes behind its start, on the screen. */
async function show({ editor, play }: Stage, ...nodes: LineNode[]): Promise<void> {
	const { id } = await play.client.createWorkflow(line([start, ...nodes]));
	await editor.openWorkflow(id);
}

/** What the only node behind the start says when it is run by itself. */
async function said(stage: Stage, node: LineNode, awaited: 'result' | 'mistake'): Promise<string> {
	const { editor } = stage;
	await show(stage, node);
	await editor.openNode(node.name);
	await editor.executeStep();
	if (awaited === 'mistake') await editor.part('node-error-message').waitFor();
	else {
		await editor.outputView('JSON');
		await editor.part('output-panel').getByText('checkOnly').first().waitFor();
	}
	const text = await editor.outputText();
	await editor.closeToasts();
	return text;
}

const face = (name: string) => ({ sourcePicture: locator('url', name) });

export const faceNumbers: Scene = {
	name: 'check-only',
	title: 'Check Only counts faces as they are numbered',
	isCheckOnly: true,
	async play(stage, expect) {
		const { credential, emulator } = stage.play;
		const ada = `${emulator.mediaUrl}/portrait-ada.png`;
		const node = ours('Check', 'faceSwap', credential, {
			modifyImage: locator('url', `${emulator.mediaUrl}/people-3.png`),
			whichFaces: 'choose',
			replacements: { face: [1, 3].map((faceNumber) => ({ faceNumber, ...face(ada) })) },
			options: { checkOnly: true },
		});
		const text = await said(stage, node, 'result');
		const numbers = [...text.matchAll(/"face":\s*(\d+)/g)].map(([, number]) => number);
		expect('Faces 1 and 3 are called 1 and 3', numbers.join() === '1,3', text);
	},
};

export const manyNewFaces: Scene = {
	name: 'many-new-faces',
	title: 'One face to change and a picture with three new ones: the way on is told',
	isCheckOnly: true,
	async play(stage, expect) {
		const { credential, emulator } = stage.play;
		const node = ours('Swap', 'faceSwap', credential, {
			modifyImage: locator('url', `${emulator.mediaUrl}/people-1.png`),
			...face(`${emulator.mediaUrl}/people-3.png`),
		});
		const text = await said(stage, node, 'mistake');
		expect('The faces of the new picture are counted', text.includes('3 faces'), text);
		expect('Two ways on are named', /shows it alone[\s\S]*Face Mapper/.test(text), text);
	},
};

export const sameLanguage: Scene = {
	name: 'same-language',
	title: 'A translation into the language that is spoken is refused, and not paid',
	isCheckOnly: true,
	async play(stage, expect) {
		const { credential, emulator } = stage.play;
		const before = emulator.jobs.created().length;
		const node = ours('Translate', 'videoTranslation', credential, {
			resource: 'translation',
			operation: 'create',
			video: locator('url', `${emulator.mediaUrl}/clip.mp4`),
			sourceLanguage: locator('id', 'en'),
			language: locator('id', 'en'),
		});
		const text = await said(stage, node, 'mistake');
		expect('It names the field', text.includes('Translate Into'), text);
		expect('Nothing is paid', emulator.jobs.created().length === before);
	},
};

export const badRows: Scene = {
	name: 'bad-rows',
	title: 'All bad rows are named, not the first alone',
	isCheckOnly: true,
	async play(stage, expect) {
		const { editor, play } = stage;
		const jsCode =
			"return [1, 0, 1, 0].map((good) => ({ json: { photo: good ? 'https://example.com/a.png' : 'a' } }));";
		const rows = { name: 'Rows', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
		const photo = locator('url', '={{ $json.photo }}');
		await show(
			stage,
			rows,
			ours('Swap', 'faceSwap', play.credential, { modifyImage: photo, sourcePicture: photo }),
		);
		await editor.openNode('Swap');
		await editor.executeStep();
		await editor.part('node-error-message').waitFor();
		const text = await editor.outputText();
		expect(
			'Both are named, as n8n counts them',
			text.includes('Rows 2 and 4 (items 1 and 3): Image to Change must be'),
			text,
		);
		await editor.closeToasts();
	},
};

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
	title: 'Close behind Send Message finds its session, and by hand from the list',
	isCheckOnly: true,
	async play(stage, expect) {
		const { editor, play } = stage;
		const live = (name: string, resource: string, operation: string, rest = {}) =>
			ours(name, 'liveAvatar', play.credential, { resource, operation, ...rest });
		const create = live('Create', 'session', 'create', { avatarId: ADA });
		const ask = live('Ask', 'chat', 'sendMessage', { question: 'Hello' });
		await show(stage, create, ask, live('Close', 'session', 'close'));
		await editor.execute();
		await editor.nodeSucceeded('Close');
		await editor.closeToasts();
		await editor.openNode('Close');
		const field = editor.part('resource-locator-sessionId');
		const [issues, shown] = [
			await field.locator('[data-test-id="parameter-issues"]').count(),
			await field.innerText(),
		];
		expect('Its field is not red', issues === 0 && !shown.includes('undefined'), shown);
		await editor.closeNode();

		await show(stage, create);
		await editor.execute();
		await editor.nodeSucceeded('Create');
		await editor.closeToasts();
		await show(stage, live('Close', 'session', 'close'));
		await editor.openNode('Close');
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

export const beforeRun: Scene = {
	name: 'before-run',
	title: 'The next node offers the fields before anything ran',
	async play(stage, expect) {
		const { editor, play } = stage;
		const swap = ours(
			'Swap Faces',
			'faceSwap',
			play.credential,
			face(`${play.emulator.mediaUrl}/portrait-ada.png`),
		);
		const set = { name: 'Edit Fields', type: 'n8n-nodes-base.set', typeVersion: 3.4 };
		await show(stage, swap, set);
		await editor.openNode('Edit Fields');
		await editor.part('ndv-input-panel').getByText('resultUrl', { exact: true }).first().waitFor();
		const text = await editor.part('ndv-input-panel').innerText();
		// While they slide in, they stand in another order.
		const fields = ['id', 'status', 'resultUrl', 'expiresAt'];
		expect(
			'The fields of a result are offered',
			fields.every((field) => text.includes(field)),
			text,
		);
	},
};
