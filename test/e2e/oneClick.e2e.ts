import { useInstalled } from './installed';
import { PATIENCE } from './runs';

/* What `npm run dev` shows: every example as it is, with the emulated service and no other account. */

const { play } = useInstalled({ emulator: { jobMs: 500, live: { startMs: 100 } } });
/** Asks a person first: what they write, or fill in, is tested with the examples. */
const asksFirst = ['agent-asks-before-it-pays', 'live-avatar-answers-a-form'];

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
	expect(ended).toEqual(ended.map((each) => each.replace(/ .*/, ' success ')));
	expect(ended.length).toBe(play().workflows.size - asksFirst.length);
});
