import { GOES_ON, faceSwap, setUp, swap } from '../support/bench';
import { detection, mapper, me } from '../support/mapper';
import type { WorkflowJson } from '../support/workflow';

/* n8n passes the input of a node that throws and continues on as a success. So nothing leaves a node as an exception. */

const bench = setUp();
const YESTERDAY = { resultUrl: 'https://example.com/yesterday.png' };
const inTimeZone = (workflow: WorkflowJson, timezone: string): WorkflowJson => ({
	...workflow,
	settings: { ...workflow.settings, timezone },
});

test.each<[string, () => WorkflowJson, RegExp]>([
	[
		'Custom API Call',
		() => faceSwap('faceSwap', '__CUSTOM_API_CALL__', {}, GOES_ON),
		/^Operation is Custom API Call/,
	],
	['a resource that is gone', () => faceSwap('reage2', 'swapImage', {}, GOES_ON), /^Resource is "reage2"/],
	[
		'an expression that finds nothing',
		() => faceSwap('faceSwap', '={{ $json.none }}', {}, GOES_ON),
		/^Operation is /,
	],
	[
		'a node that is gone',
		() => faceSwap('faceSwap', "={{ $('Gone').item.json.x }}", {}, GOES_ON),
		/Gone|exist/,
	],
	['a wrong time zone', () => inTimeZone(swap({ maxJobsPerDay: 3 }, GOES_ON), 'GMT+2'), /\S/],
	[
		'Face Mapper without input',
		() => mapper(bench, [], [detection(me, 5)], {}, GOES_ON),
		/^Nothing came in on/,
	],
])('with On Error = Continue, %s gives one failed item per input item', async (_name, workflow, message) => {
	const input = [YESTERDAY, YESTERDAY];
	const result = await bench.engine.run(workflow(), { input });
	const items = result.json('Node');
	expect(items.length).toBeGreaterThan(0);
	for (const item of items) {
		expect(Object.keys(item).sort()).toEqual(['details', 'error']);
		expect(item.error).toMatch(message);
	}
	expect(bench.created).toEqual([]);
});
