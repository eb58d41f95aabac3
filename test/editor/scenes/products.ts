import { line, locator, ours, passOn, script, start, target, type LineNode } from '../../e2e/line';
import type { Scene, Stage } from '../stage';
import { example } from './runs';

/* One picture of each product: a node that has run, with its result next to its fields. */

/** A scene of an example that has run to its end, with one of its nodes open. */
const opened = (name: string, title: string, file: string, node: string, last = node): Scene => ({
	name,
	title,
	async play(stage, expect) {
		await stage.editor.openWorkflow(example(stage, file));
		await stage.editor.execute(last);
		await stage.editor.openNode(node);
		await stage.editor.outputView('Binary');
		const text = await stage.editor.outputText();
		expect(`${node} gives a file`, /File Name|File Extension/.test(text), text);
		if (text.includes('image/')) await stage.editor.viewImage();
	},
});

/** Saves a workflow of these nodes, and runs it to its end. Items on an error output do not count as a failure. */
async function run({ play, editor }: Stage, name: string, nodes: LineNode[], last: string, more = {}) {
	const { id } = await play.client.createWorkflow({ ...line(nodes, more), name });
	await editor.openWorkflow(id);
	await editor.execute(last);
}

/** The steps of README. */
const firstSwap: Scene = {
	name: 'face-swap',
	title: 'A face swap that a newcomer builds, and the image that it makes',
	async play({ editor, play }, expect) {
		await editor.newWorkflow();
		await editor.addNode('Face Swap', 'Swap faces in image');
		await editor.typeMedia('modifyImage', `${play.emulator.mediaUrl}/people-1.png`);
		await editor.typeMedia('sourcePicture', `${play.emulator.mediaUrl}/portrait-ada.png`);
		await editor.choose('whichFaces', 'One New Face for Everyone');
		const fields = await editor.part('node-parameters').innerText();
		expect('It says that Execute step pays', fields.includes('Execute step runs and pays'), fields);
		await editor.executeStep();
		await editor.outputView('Binary');
		const width = await editor.viewImage();
		expect('The image is there to be looked at', width > 100, width);
		await editor.closeToasts();
	},
};

const liveAvatar: Scene = {
	name: 'live-avatar',
	title: 'A question to a live avatar, and its answer',
	async play(stage, expect) {
		const { credential } = stage.play;
		const avatarId = locator('id', 'Ada_1080P_back');
		const opening = { resource: 'session', operation: 'create', avatarId };
		const ask = 'Ask the Avatar';
		const asking = {
			...{ resource: 'chat', operation: 'sendMessage', question: 'What can you do for me?' },
			...{ closeWhenDone: true, options: { promptContent: 'You are a guide in a museum of clocks.' } },
		};
		const nodes = [
			start,
			ours('Open a Session', 'liveAvatar', credential, opening),
			ours(ask, 'liveAvatar', credential, asking),
		];
		await run(stage, 'A question to a live avatar', nodes, ask);
		await stage.editor.openNode(ask);
		const text = await stage.editor.outputText();
		expect('The avatar answers', /answer/.test(text), text);
	},
};

const errorBranch: Scene = {
	name: 'error-branch',
	title: 'Three of twenty rows fail, and leave by the error output',
	async play(stage, expect) {
		const [swap, save, note] = ['Swap the Faces', 'Save the Files', 'Note What Went Wrong'] as const;
		const { mediaUrl } = stage.play.emulator;
		const pictures = Array.from({ length: 20 }, (_, row) => (row % 7 === 3 ? 'blank.png' : 'people-1.png'));
		const rows = pictures.map((picture, row) => ({
			json: {
				order: `order ${row + 1}`,
				picture: `${mediaUrl}/${picture}`,
				face: `${mediaUrl}/portrait-ada.png`,
			},
		}));
		const link = (field: string) => locator('url', `={{ $json.${field} }}`);
		const parameters = { modifyImage: link('picture'), sourcePicture: link('face'), whichFaces: 'oneForAll' };
		const onError = 'continueErrorOutput';
		const nodes = [
			start,
			script('Twenty Rows', `return ${JSON.stringify(rows)};`),
			ours(swap, 'faceSwap', stage.play.credential, parameters, { onError }),
			{ ...passOn(save), position: [660, -100] },
			{ ...passOn(note), position: [660, 100] },
		];
		const outputs = { [swap]: { main: [target(save), target(note)] }, [save]: {} };
		await run(stage, 'Three of twenty fail', nodes, note, outputs);
		const canvas = await stage.editor.part('canvas').innerText();
		expect('17 rows go on, and 3 leave by the error output', /17 items[\s\S]*3 items/.test(canvas), canvas);
	},
};

export const products: readonly Scene[] = [
	firstSwap,
	opened(
		'images',
		'Four images of one description',
		'four-images-upscale-the-second',
		'Make Four Images',
		'Upscale the Second',
	),
	opened('translation', 'One video in four languages', 'video-into-four-languages', 'Translate'),
	opened('talking-avatar', 'A text that an avatar says', 'text-to-talking-video', 'Create the Video'),
	liveAvatar,
	errorBranch,
];
