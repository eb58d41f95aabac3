import { GOES_ON, faceSwap, setUp, swap } from '../support/bench';
import { detection, mapper, me } from '../support/mapper';
import type { WorkflowJson } from '../support/workflow';

/* n8n passes the input of a node that throws and continues on as a success. So nothing leaves a node as an exception. */

const bench = setUp();
const YESTERDAY = { resultUrl: 'https://example.com/yesterday.png' };
const withOperation = (name: string, resource = 'faceSwap') =>
	faceSwap.bind(null, resource, name, {}, GOES_ON);
const inTimeZone = ({ settings, ...workflow }: WorkflowJson, timezone: string): WorkflowJson => ({
	...{ ...workflow, settings: { ...settings, timezone } },
});

const mapping = () => mapper(bench, [], [detection(me, 5)], {}, GOES_ON);

test.each<[string, () => WorkflowJson, RegExp]>([
	['Custom API Call', withOperation('__CUSTOM_API_CALL__'), /^Operation is Custom API Call/],
	['a resource that is gone', withOperation('swapImage', 'reage2'), /^Resource is "reage2"/],
	['an expression that finds nothing', withOperation('={{ $json.none }}'), /^Operation is /],
	['a node that is gone', withOperation("={{ $('Gone').item.json.x }}"), /Gone|exist/],
	['a wrong time zone', () => inTimeZone(swap({ maxJobsPerDay: 3 }, GOES_ON), 'GMT+2'), /\S/],
	['Face Mapper without input', mapping, /^Nothing came in on/],
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
