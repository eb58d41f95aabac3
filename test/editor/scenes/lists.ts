import { z } from 'zod/v3';
import type { Scene } from '../stage';

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
