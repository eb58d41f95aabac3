import { useInstalled } from './installed';
import { PATIENCE } from './runs';

/* What `npm run dev` shows: every example as it is, with the emulated service and no other account. */

const { play } = useInstalled({ emulator: { jobMs: 500, live: { startMs: 100 } } });
/** Asks a person first: what they write, or fill in, is tested with the examples. */
const asksFirst = ['agent-asks-before-it-pays', 'live-avatar-answers-a-form'];
/** The table has a row without a face, and this example tells of it. */
const tellsOfRows = /^table-batch-1-submit error 1 of 3 rows were not sent, or failed/;

test('every example ends well by one click, as it is imported', async () => {
	const ended: string[] = [];
	for (const [name, workflow] of play().workflows) {
		if (asksFirst.includes(name)) continue;
		const triggers = workflow.nodes.filter(({ type }) => /trigger$/i.test(type));
		const first = triggers.find(({ type }) => type.endsWith('manualTrigger')) ?? triggers[0];
		const id = await play().client.run(workflow, first?.name ?? '');
		const { status, data } = await play().client.waitForExecution(id ?? '', undefined, PATIENCE);
		ended.push([name, status, data.resultData.error?.message].join(' '));
	}
	const told = ended.filter((each) => tellsOfRows.test(each));
	expect(told).toHaveLength(1);
	const others = ended.filter((each) => !told.includes(each));
	expect(others).toEqual(others.map((each) => each.replace(/ .*/, ' success ')));
	expect(ended.length).toBe(play().workflows.size - asksFirst.length);
});
