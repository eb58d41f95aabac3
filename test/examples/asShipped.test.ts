import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ClaimTable } from '../support/claimTable';
import { keepSampleJobs } from '../n8n/examples';
import { root } from '../support/build';
import { expectSuccess, useExamples } from './world';

ClaimTable.install();

const names = readdirSync(join(root, 'examples'))
	.filter((name) => name.endsWith('.json'))
	.map((name) => name.slice(0, -'.json'.length));
/** n8n's own tables, and its chat, are on a real n8n alone: the end-to-end tests run these. */
const onRealN8n = /^(table-|close-live-sessions|agent-)/;
const form = { 'First question': 'Who?', 'Second question': 'When?', 'Third question': 'Why?' };

/** The node whose output shows what was made, and how many items and files are there. */
const made: Record<string, [node: string, items: number, files: number]> = {
	'callbacks-1-submit': ['Swap the Faces', 2, 0],
	'callbacks-2-receive': ['Fetch the File', 1, 1],
	'error-workflow': ['Put It Into Words', 1, 0],
	'face-swap': ['Face Swap', 1, 1],
	'failures-back-into-the-sheet': ['Swap the Faces', 1, 1],
	'four-images-upscale-the-second': ['Upscale the Second', 1, 1],
	'health-check': ['Enough Credits?', 1, 0],
	'live-avatar-answers-a-form': ['Show the Answers', 1, 0],
	'night-batch-1-submit': ['Swap the Faces', 2, 0],
	'night-batch-2-collect': ['Look at Each Result', 1, 1],
	'nightly-run': ['Swap the Faces', 2, 2],
	'portrait-at-five-ages': ['Change the Age', 5, 5],
	'results-about-to-expire': ['Fetch the File', 1, 1],
	'swap-one-face': ['Swap the Face', 1, 1],
	'swap-two-of-three-in-a-video': ['Swap the First and the Third Face', 1, 1],
	'text-to-talking-video': ['Film the Avatar', 1, 1],
	'video-into-four-languages': ['Translate', 4, 4],
	'wait-durably-for-videos': ['Swap the Faces and Wait', 1, 1],
	'weekly-news-video': ['Film the Avatar', 1, 1],
};

describe('as it is shipped, with no account of another service,', () => {
	const world = useExamples({ live: { startMs: 20 } });

	test.each(names.filter((name) => !onRealN8n.test(name)))('%s ends well, and shows what it made', async (name) => {
		await keepSampleJobs(world.emulator);
		const result = await world.run(name, { asShipped: true, input: [form] });
		expectSuccess(result);
		const [node, items, files] = made[name] ?? ['', 0, 0];
		const output = result.output(node);
		expect([output.length, output.filter(({ binary }) => binary !== undefined).length]).toEqual([items, files]);
		const { files: saved, messages, posts } = world.services;
		expect([...saved, ...messages, ...posts, ...world.sheet.rows]).toEqual([]);
	});
});
