import { z } from 'zod/v3';
import type { Scene } from '../stage';

/* The two lists of what few need: Waiting and Options. */

const WAITING = [
	'Wait Method',
	'Timeout (Minutes)',
	'On Timeout',
	'Save Execution After (Minutes)',
	'Cancel on Stop',
	'Webhook URL',
];
const OPTIONS = [
	'Face Order',
	'Face Enhancement',
	'Include Other Fields',
	'Reference',
	'Idempotency Key',
	'Dry Run',
	'Maximum Jobs per Execution',
	'Maximum Jobs per Day',
	'Minimum Credit',
	'Concurrent Submissions',
	'Maximum Open Jobs',
	'Put Output File in Field',
	'File Name',
	'Maximum File Size (MB)',
	'Simplify',
	'Extra Fields (JSON)',
];
const OF_FILES = ['Put Output File in Field', 'File Name', 'Maximum File Size (MB)'];

export const listEntries: Scene = {
	name: 'list-entries',
	title: 'Waiting and Options, in the order of use',
	isCheckOnly: true,
	async play({ editor }, expect) {
		await editor.newWorkflow();
		await editor.addNode('Face Swap', 'Swap faces in an image');
		const waiting = await editor.openOptions('Waiting');
		expect('Waiting has what concerns the wait', waiting.join() === WAITING.join(), waiting);
		await editor.page.keyboard.press('Escape');
		await editor.settle();
		const options = await editor.openOptions('Options');
		expect('Options has the rest', options.join() === OPTIONS.join(), options);
		await editor.page.keyboard.press('Escape');
		await editor.toggle('downloadResult');
		const withoutFile = await editor.openOptions('Options');
		const rest = OPTIONS.filter((option) => !OF_FILES.includes(option));
		expect('Without a file nothing is said of files', withoutFile.join() === rest.join(), withoutFile);
		await editor.page.keyboard.press('Escape');
	},
};

/** What a person sets, by the list, the label and the name of the entry. */
const SET = [
	['Waiting', 'Timeout (Minutes)', 'timeout', '7'],
	['Waiting', 'Webhook URL', 'webhookUrl', 'https://example.com/done'],
	['Options', 'Put Output File in Field', 'binaryPropertyName', 'picture'],
	['Options', 'Maximum File Size (MB)', 'maxFileSize', '12'],
	['Options', 'Reference', 'reference', 'row 12'],
] as const;

const stored = z.object({
	waitOptions: z.record(z.unknown()).default({}),
	options: z.record(z.unknown()).default({}),
});

type Stored = z.infer<typeof stored>;
const listOf = (list: string, { waitOptions, options }: Stored) =>
	list === 'Waiting' ? waitOptions : options;

export const keptEntries: Scene = {
	name: 'kept-entries',
	title: 'What is set in the lists is there when the workflow is opened again',
	isCheckOnly: true,
	async play({ editor, play }, expect) {
		const name = 'Swap faces in an image';
		await editor.newWorkflow();
		await editor.addNode('Face Swap', name);
		for (const [list, label, field, value] of SET) {
			await editor.addOption(list, label);
			await editor.type(field, value);
		}
		await editor.closeNode();
		let lists: Stored = stored.parse({});
		await editor.reload(async (id) => {
			const { nodes } = await play.client.workflow(id);
			lists = stored.parse(nodes.find((node) => node.name === name)?.parameters ?? {});
			return SET.every(([list, , field]) => field in listOf(list, lists)) ? nodes.length : 0;
		});
		await editor.openNode(name);
		for (const [list, label, field, value] of SET) {
			const seen = await editor.valueOf(field);
			expect(`${list} still has ${label}`, seen === value, seen);
			expect('n8n has stored it', String(listOf(list, lists)[field]) === value, lists);
		}
	},
};
