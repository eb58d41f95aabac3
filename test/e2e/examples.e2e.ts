import { z } from 'zod/v3';
import { itemsOf } from '../n8n/client';
import { readExamples } from '../n8n/examples';
import { request } from '../n8n/request';
import { useInstalled } from './installed';
import { PATIENCE, until } from './runs';

/* The examples as `npm run dev` shows them, with the emulated service and no other account. */

const { play } = useInstalled({ emulator: { jobMs: 500, live: { startMs: 100 } } });
/** Both wait for a person first. */
const asksFirst = ['agent-asks-before-it-pays', 'live-avatar-answers-a-form'];
/** The table has a row without a face. */
const namesRows = /^table-batch-1-submit error 1 of 3 rows were not sent, or failed/;

test('every example imports with known nodes, and one click runs it without an error', async () => {
	const known = new Set((await play().client.nodeTypes()).map(({ name }) => name));
	expect([...play().workflows.keys()]).toEqual([...(await readExamples()).keys()]);
	const ended: string[] = [];
	for (const [name, workflow] of play().workflows) {
		expect([name, workflow.nodes.filter(({ type }) => !known.has(type))]).toEqual([name, []]);
		if (asksFirst.includes(name)) continue;
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
	const workflow = play().workflows.get('live-avatar-answers-a-form')!;
	await play().client.activate(workflow);
	const webhookId = workflow.nodes.find(({ type }) => type.endsWith('formTrigger'))?.webhookId;
	const questions = ['What is time?', 'Who made it?', 'When is it over?'];
	const form = new FormData();
	questions.forEach((text, index) => form.set(`field-${index}`, text));
	const answer = await until('the form', async () => {
		const url = `${play().server().baseUrl}/form/${String(webhookId)}`;
		const sent = await request(url, { method: 'POST', body: form });
		return sent.ok ? sent : undefined;
	});
	const { formWaitingUrl } = z.object({ formWaitingUrl: z.string() }).parse(await answer.json());
	// The page of the form polls until the workflow has a next page, and then opens it.
	const [summary] = await play().client.executions({ workflowId: workflow.id });
	const execution = await play().client.waitForExecution(summary?.id ?? '', ['waiting'], PATIENCE);
	const page = await (await request(formWaitingUrl)).text();
	for (const text of ['Our guide says', ...questions]) expect(page).toContain(text);
	expect(page).not.toContain('No answer this time');
	expect(itemsOf(execution, 'Ask the Avatar')).toHaveLength(3);
	await play().client.deactivate(workflow.id);
});
