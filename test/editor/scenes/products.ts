import { randomUUID } from 'node:crypto';
import type { WorkflowFile } from '../../n8n/shapes';
import type { Scene, Stage } from '../stage';

/* One picture of each product: a node that has run, with what it made beside its fields. */

/** Opens a workflow and runs it to its end, as a person does; failed items on an error output are no failure. */
async function runOnScreen({ editor }: Stage, id: string, last: string): Promise<void> {
	await editor.openWorkflow(id);
	await editor.execute();
	await editor.nodeSucceeded(last);
	await editor.closeToasts();
}

function example({ play }: Stage, name: string): string {
	const id = play.workflows.get(name)?.id;
	if (id === undefined) throw new Error(`There is no example ${name}.`);
	return id;
}

/** A scene of an example that has run to its last node, with one of its nodes open. */
const opened = (name: string, title: string, file: string, node: string, last = node): Scene => ({
	name,
	title,
	async play(stage, expect) {
		await runOnScreen(stage, example(stage, file), last);
		await stage.editor.openNode(node);
		await stage.editor.outputView('Binary');
		const text = await stage.editor.outputText();
		expect(`${node} gives a file`, /File Name|File Extension/.test(text), text);
	},
});

export const swapResult = opened(
	'face-swap',
	'A face swap, and the picture that it made',
	'swap-one-face',
	'Swap the Face',
);
export const imageResult = opened(
	'images',
	'Four images of one description',
	'four-images-upscale-the-second',
	'Make Four Images',
	'Upscale the Second',
);
export const translationResult = opened(
	'translation',
	'One video in four languages',
	'video-into-four-languages',
	'Translate',
);
export const talkingAvatarResult = opened(
	'talking-avatar',
	'A text that an avatar says',
	'text-to-talking-video',
	'Film the Avatar',
);

const at = (position: [number, number]) => ({ typeVersion: 1, position });
const OWN = 'n8n-nodes-media-generation.';
const start = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	parameters: {},
	...at([0, 0]),
};
const to = (node: string) => ({ node, type: 'main', index: 0 });
const withKeys = ({ play }: Stage) => ({ credentials: { mediaGenerationApi: play.credential } });

/** Saves a workflow of this file, with the credential in each node of the package. */
async function stored(stage: Stage, workflow: WorkflowFile): Promise<string> {
	const nodes = workflow.nodes.map((node) => ({
		id: randomUUID(),
		...node,
		...(node.type.startsWith(OWN) && withKeys(stage)),
	}));
	return (await stage.play.client.createWorkflow({ ...workflow, nodes })).id;
}

export const liveAvatar: Scene = {
	name: 'live-avatar',
	title: 'A question to a live avatar, and its answer',
	async play(stage, expect) {
		const [open, ask] = ['Open a Session', 'Ask the Avatar'] as const;
		const locator = { __rl: true, mode: 'id', value: 'Ada_1080P_back' };
		const opening = { resource: 'session', operation: 'create', avatarId: locator };
		const parameters = {
			...{ resource: 'chat', operation: 'sendMessage', question: 'What can you do for me?' },
			...{ closeWhenDone: true, promptContent: 'You are a guide in a museum of clocks.' },
		};
		const id = await stored(stage, {
			name: 'A question to a live avatar',
			nodes: [
				start,
				{ name: open, type: `${OWN}liveAvatar`, parameters: opening, ...at([240, 0]) },
				{ name: ask, type: `${OWN}liveAvatar`, parameters, ...at([480, 0]) },
			],
			connections: { Start: { main: [[to(open)]] }, [open]: { main: [[to(ask)]] } },
		});
		await runOnScreen(stage, id, ask);
		await stage.editor.openNode(ask);
		const text = await stage.editor.outputText();
		expect('The avatar answers', /answer/.test(text), text);
		const labels = await stage.editor.fieldLabels();
		const order = ['Question', 'Close When Done', 'Reply Mode', 'Role', 'Client Chat Room URL'];
		const places = order.map((label) => labels.indexOf(label));
		expect(`The fields are in this order: ${order.join(', ')}`, isRising(places), labels);
	},
};

const isRising = (numbers: number[]) =>
	numbers.every((number, index) => number >= 0 && (index === 0 || number > (numbers[index - 1] ?? 0)));

export const errorBranch: Scene = {
	name: 'error-branch',
	title: 'Of twenty rows three fail, alone: they leave by the error output',
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
		const source = {
			...{ name: 'Twenty Rows', type: 'n8n-nodes-base.code', typeVersion: 2, position: [240, 0] },
			parameters: { jsCode: `return ${JSON.stringify(rows)};` },
		};
		const link = (field: string) => ({ __rl: true, mode: 'url', value: `={{ $json.${field} }}` });
		const parameters = { modifyImage: link('picture'), sourcePicture: link('face'), whichFaces: 'oneForAll' };
		const onError = 'continueErrorOutput';
		const id = await stored(stage, {
			name: 'Three of twenty fail',
			nodes: [
				start,
				source,
				{ name: swap, type: `${OWN}faceSwap`, parameters, onError, ...at([480, 0]) },
				{ name: save, type: 'n8n-nodes-base.noOp', parameters: {}, ...at([800, -100]) },
				{ name: note, type: 'n8n-nodes-base.noOp', parameters: {}, ...at([800, 100]) },
			],
			connections: {
				Start: { main: [[to(source.name)]] },
				[source.name]: { main: [[to(swap)]] },
				[swap]: { main: [[to(save)], [to(note)]] },
			},
		});
		await runOnScreen(stage, id, note);
		const canvas = await stage.editor.part('canvas').innerText();
		expect('17 rows go on, and 3 leave by the error output', /17 items[\s\S]*3 items/.test(canvas), canvas);
	},
};

export const products: readonly Scene[] = [
	swapResult,
	imageResult,
	translationResult,
	talkingAvatarResult,
	liveAvatar,
	errorBranch,
];
