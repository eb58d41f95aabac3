import { z } from 'zod/v3';
import { itemsOf } from '../n8n/client';
import { readExamples, withCredential } from '../n8n/examples';
import { packageNodes } from '../n8n/play';
import { workflowFileShape, type Execution, type WorkflowFile } from '../n8n/shapes';
import { useInstalled } from './installed';
import { standIns, type Row } from './standIns';
import { endedRuns, PATIENCE, run, until } from './runs';
import { request } from '../n8n/request';

/* Every example file on n8n's own nodes; nodes of services elsewhere have stand-ins of n8n's own kind. */

const DAY_MS = 24 * 60 * 60 * 1000;
let ageMs = 0;
const { play } = useInstalled({
	emulator: { jobMs: 1500, callbacks: { retryMs: 1000 }, now: () => Date.now() - ageMs },
	env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
});
const media = (name: string) => `${play().emulator.mediaUrl}/${name}`;
const orders = (): Row[] =>
	['people-1.png', 'people-3.png', 'blank.png'].map((picture, index) => ({
		order: `order ${index + 1}`,
		picture: media(picture),
		still: media(picture),
		video: media('clip.mp4'),
		newFace: media('portrait-ada.png'),
	}));

/** The file as it is, with the emulator's media, the credential, and stand-ins for services elsewhere. */
async function example(name: string, rows: readonly Row[] = orders()): Promise<WorkflowFile> {
	const file = (await readExamples()).get(name);
	if (!file) throw new Error(`There is no example ${name}.`);
	const types = new Set((await packageNodes()).types);
	const complete = withCredential(file, play().credential, types);
	const here = JSON.stringify(standIns(complete, rows)).replaceAll(
		'https://example.com/media',
		play().emulator.mediaUrl,
	);
	return workflowFileShape.parse(JSON.parse(here));
}
const triggerOf = (workflow: WorkflowFile) =>
	workflow.nodes.find(({ type }) => /trigger$/i.test(type))?.name ?? 'no trigger';
const ended = async (name: string, rows?: readonly Row[]) => {
	const workflow = await example(name, rows);
	return await run(play(), workflow, triggerOf(workflow));
};
const runExample = async (name: string, rows?: readonly Row[]) => {
	const execution = await ended(name, rows);
	expect([name, execution.data.resultData.error?.message]).toEqual([name, undefined]);
	expect(execution.status).toBe('success');
	return execution;
};
/** The night batch tells of the row without a face, once all is done. */
const submitted = async () => {
	const execution = await ended('night-batch-1-submit');
	expect(execution.data.resultData.error?.message).toMatch(/^1 of 3 rows/);
	return execution;
};
const statuses = (execution: Execution, node: string) =>
	itemsOf(execution, node).map(({ json }) => json.status);
const files = (execution: Execution, node: string) =>
	itemsOf(execution, node).map(({ binary }) => binary?.data?.mimeType);

test('every file can be imported and saved, and every node in it is known here', async () => {
	const known = new Set((await play().client.nodeTypes()).map(({ name }) => name));
	const examples = await readExamples();
	expect([...play().workflows.keys()]).toEqual([...examples.keys()]);
	for (const [name, { nodes }] of examples) {
		expect([name, nodes.map(({ type }) => type).filter((type) => !known.has(type))]).toEqual([name, []]);
	}
});

test.each([
	['swap-one-face', 'Swap the Face', 1],
	['face-swap', 'Face Swap', 1],
	['swap-two-of-three-in-a-video', 'Swap the First and the Third Face', 1],
	['portrait-at-five-ages', 'Change the Age', 5],
	['video-into-four-languages', 'Translate', 4],
	['four-images-upscale-the-second', 'Upscale the Second', 1],
	['failures-back-into-the-sheet', 'Swap the Faces', 2],
])('%s makes its files', async (name, node, count) => {
	const execution = await runExample(name);
	expect(statuses(execution, node)).toEqual(Array(count).fill('completed'));
	expect(files(execution, node)).toEqual(Array(count).fill(expect.stringMatching(/^(image|video)[/]/)));
});

test('nightly-run saves what was made, and then tells what failed', async () => {
	const execution = await ended('nightly-run');
	expect(itemsOf(execution, 'Save the File')).toHaveLength(2);
	expect(execution.status).toBe('error');
	expect(execution.data.resultData.error?.message).toMatch(
		/^1 of 3 rows failed\. The first: order 3: .*face/i,
	);
});

test('error-workflow puts into words what n8n tells it of a failed run', async () => {
	const [told] = itemsOf(await runExample('error-workflow'), 'Put It Into Words');
	expect(told?.json.text).toMatch(/^Example Workflow failed at Node With Error: Example Error Message http/);
});

test('weekly-news-video speaks and films what the feed says', async () => {
	const news = [1, 2, 3, 4].map((n) => ({ title: `News ${n}`, contentSnippet: `It is ${n}.` }));
	const execution = await runExample('weekly-news-video', news);
	expect(statuses(execution, 'Speak the Script')).toEqual(['completed']);
	expect(files(execution, 'Film the Avatar')).toEqual(['video/mp4']);
});

test('the night batch submits, and collects later', async () => {
	const night = await submitted();
	const sent = itemsOf(night, 'Swap the Faces').map(({ json }) => json);
	expect(sent).toHaveLength(2);
	expect(itemsOf(night, 'Swap the Faces', 1)).toHaveLength(1);
	play().emulator.jobs.complete();
	const rows = sent.map(({ id, reference }) => ({ id, order: reference }));
	const collected = await runExample('night-batch-2-collect', rows);
	expect(files(collected, 'Look at Each Result')).toEqual(['image/png', 'image/png']);
	expect(itemsOf(collected, 'Save the File')).toHaveLength(2);
});

test('results that expire soon are fetched in time, young ones are left', async () => {
	ageMs = 6 * DAY_MS;
	const old = itemsOf(await submitted(), 'Swap the Faces').map(({ json }) => json.id);
	play().emulator.jobs.complete();
	ageMs = 0;
	const young = itemsOf(await submitted(), 'Swap the Faces').map(({ json }) => json.id);
	play().emulator.jobs.complete();
	const rows = [...old, ...young].map((id, index) => ({ id, name: `result ${index + 1}` }));
	const execution = await runExample('results-about-to-expire', rows);
	expect(itemsOf(execution, 'Fetch the File').map(({ json }) => json.id)).toEqual(old);
	expect(files(execution, 'Fetch the File')).toEqual(['image/png', 'image/png']);
});

test('the pair that works by callbacks: what is submitted is received and fetched', async () => {
	const receiving = await play().client.createWorkflow(await example('callbacks-2-receive'));
	await play().client.activate(receiving);
	const webhookId = receiving.nodes.find(({ type }) => type.endsWith('Trigger'))?.webhookId;
	const url = `${play().server().baseUrl}/webhook/${String(webhookId)}/callback`;
	const submitting = JSON.stringify(await example('callbacks-1-submit'));
	const placeholder = 'https://example.com/webhook/the-production-url-of-the-trigger';
	const workflow = workflowFileShape.parse(JSON.parse(submitting.replace(placeholder, url)));
	const execution = await run(play(), workflow, triggerOf(workflow));
	const ids = itemsOf(execution, 'Swap the Faces').map(({ json }) => json.id);
	expect(ids).toHaveLength(2);
	const received = await endedRuns(play(), receiving, 2);
	expect(new Set(received.map((one) => itemsOf(one, 'Fetch the File')[0]?.json.id))).toEqual(new Set(ids));
	for (const one of received) expect(files(one, 'Fetch the File')).toEqual(['image/png']);
	await play().client.deactivate(receiving.id);
});

test('the durable wait for videos is stored until the service calls, and saves them', async () => {
	play().emulator.jobs.next({ status: 3, jobMs: 13_000 }, { times: 2 });
	const execution = await runExample('wait-durably-for-videos');
	expect(itemsOf(execution, 'Save the File').map(({ json }) => json.status)).toEqual([
		'completed',
		'completed',
	]);
	expect(files(execution, 'Save the File')).toEqual(['video/mp4', 'video/mp4']);
});

test('someone who fills in the form gets the three answers of the live avatar', async () => {
	const workflow = await play().client.createWorkflow(await example('live-avatar-answers-a-form'));
	await play().client.activate(workflow);
	const webhookId = workflow.nodes.find(({ type }) => type.endsWith('formTrigger'))?.webhookId;
	const form = new FormData();
	['What is time?', 'Who made it?', 'When is it over?'].forEach((text, index) =>
		form.set(`field-${index}`, text),
	);
	const answer = await until('the form', async () => {
		const url = `${play().server().baseUrl}/form/${String(webhookId)}`;
		const sent = await request(url, { method: 'POST', body: form });
		return sent.ok ? sent : undefined;
	});
	const { formWaitingUrl } = z.object({ formWaitingUrl: z.string() }).parse(await answer.json());
	// The page of the form asks whether the workflow has come to the next page, and opens it then.
	const [summary] = await play().client.executions({ workflowId: workflow.id });
	const execution = await play().client.waitForExecution(summary?.id ?? '', ['waiting'], PATIENCE);
	const page = await (await request(formWaitingUrl)).text();
	expect(page).toContain('Our guide says');
	for (const question of ['What is time?', 'Who made it?', 'When is it over?'])
		expect(page).toContain(question);
	expect(page).not.toContain('No answer this time');
	expect(itemsOf(execution, 'Ask the Avatar')).toHaveLength(3);
	await play().client.deactivate(workflow.id);
});
