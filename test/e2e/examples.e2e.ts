import { z } from 'zod/v3';
import { readExamples } from '../n8n/examples';
import { request } from '../n8n/request';
import { useInstalled } from './installed';
import { PATIENCE, post, send } from './runs';

/* The examples as you import them, with the emulated service and no other account. */

const { play } = useInstalled({ emulator: { jobMs: 500, live: { startMs: 100 } } });
/** They wait for a person first. */
const asksFirst = /^(agent-asks|approve-before|form-with|live-avatar-answers)-/;
/** The table has a row without a face. */
const namesRows = /^table-batch-1-submit error 1 of 3 rows were not sent, or failed/;

/** Publishes an example, and sends its form. Returns the address of the next page when the workflow waits there. */
async function sendForm(name: string, fields: Array<string | Blob>): Promise<string> {
	const workflow = play().workflows.get(name)!;
	await play().client.activate(workflow);
	const webhookId = workflow.nodes.find(({ type }) => type.endsWith('formTrigger'))?.webhookId;
	const form = new FormData();
	fields.forEach((value, index) => form.set(`field-${index}`, value));
	const answer = await send(`${play().server().baseUrl}/form/${String(webhookId)}`, { body: form });
	const { formWaitingUrl } = z.object({ formWaitingUrl: z.string() }).parse(await answer.json());
	// The page of the form polls until the workflow has a next page, and then opens it.
	const [summary] = await play().client.executions({ workflowId: workflow.id });
	await play().client.waitForExecution(summary?.id ?? '', ['waiting'], PATIENCE);
	return formWaitingUrl;
}

test('every example imports with known nodes, and one click runs it without an error', async () => {
	const known = new Set((await play().client.nodeTypes()).map(({ name }) => name));
	expect([...play().workflows.keys()]).toEqual([...(await readExamples()).keys()]);
	const ended: string[] = [];
	for (const [name, workflow] of play().workflows) {
		expect([name, workflow.nodes.filter(({ type }) => !known.has(type))]).toEqual([name, []]);
		if (asksFirst.test(name)) continue;
		const triggers = workflow.nodes.filter(({ type }) => /trigger$/i.test(type));
		const first = triggers.find(({ type }) => type.endsWith('manualTrigger')) ?? triggers[0];
		const id = await play().client.run(workflow, first?.name ?? '');
		const { status, data } = await play().client.waitForExecution(id ?? '', undefined, PATIENCE);
		ended.push([name, status, data.resultData.error?.message].join(' '));
	}
	const others = ended.filter((each) => !namesRows.test(each));
	expect(others).toHaveLength(ended.length - 1);
	expect(others).toEqual(others.map((each) => each.replace(/ .*/, ' success ')));
});

test('a person who fills in the form gets the three answers of the live avatar', async () => {
	const questions = ['What is time?', 'Who made it?', 'When is it over?'];
	const page = await (await request(await sendForm('live-avatar-answers-a-form', questions))).text();
	for (const text of ['Our guide says', ...questions]) expect(page).toContain(text);
	expect(page).not.toContain('No answer this time');
});

test.each([
	['portrait-ada.png', 'Here is your image'],
	['blank.png', 'Image to Change: No face was found'],
])('a person who sends %s and a new face by a form reads "%s"', async (photo, text) => {
	const files = [photo, 'portrait-ben.png'].map(async (name) => {
		const bytes = await (await request(`${play().emulator.mediaUrl}/${name}`)).blob();
		return new File([bytes], name, { type: 'image/png' });
	});
	const page = await request(await sendForm('form-with-photos', await Promise.all(files)));
	expect(await page.text()).toContain(text);
});

test('a program that calls gets its result, or the reason and whether it was paid', async () => {
	await play().client.activate(play().workflows.get('webhook-that-answers')!);
	const url = `${play().server().baseUrl}/webhook/swap`;
	const call = async (picture: string) => {
		const media = (name: string) => `${play().emulator.mediaUrl}/${name}.png`;
		const answer = await post(url, { picture: media(picture), newFace: media('portrait-ben') });
		return [answer.status, await answer.json()];
	};
	expect(await call('portrait-ada')).toEqual([200, expect.objectContaining({ status: 'completed' })]);
	const reason = expect.stringContaining('No face was found');
	expect(await call('blank')).toEqual([
		422,
		expect.objectContaining({ reason, paid: 'no', next: 'changeFile' }),
	]);
});
