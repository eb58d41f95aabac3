import type { IDataObject } from 'n8n-workflow';
import { jobKinds, rememberState } from '../../../nodes/shared/jobs/kinds';
import { defaultSettings } from '../../../nodes/shared/operation/defineOperation';
import { runCalls, runReads } from '../../../nodes/shared/run/reads';
import { Failure } from '../../../nodes/shared/service/failure';
import type { ServiceRequest } from '../../../nodes/shared/service/request';
import type { Schema } from '../../../nodes/shared/service/schema';
import { keysOf } from '../../../nodes/shared/service/values';
import { Clock } from '../../support/clock';
import { testTable } from '../../support/table';

interface Called {
	answers?: IDataObject[];
	refuses?: 'row' | 'run';
}
interface Given {
	items?: Array<{ json?: IDataObject; ids?: string[]; settings?: object; wrong?: true } & Called>;
	/** Whether each item calls the service for something else. */
	calls?: true;
	many?: true;
	tool?: true;
	stops?: true;
	custom?: true;
	/** Seconds from the start. */
	limit?: number;
	answerBy?: number;
	/** What the service says of each job from a second on: its record, or the code of a refusal. */
	says?: Record<string, Array<[from: number, record: object | number | null]>>;
	remembered?: object;
	/** No address of the credential has ever answered, or n8n can't read the credential. */
	isNew?: true | 'unread';
}

testTable([__dirname, 'reads.txt', 3], 'a read of %s', async (_, name = '', text = '') => {
	const given: Given = JSON.parse(text);
	const { items = [{}], says = {} } = given;
	const clock = new Clock();
	const said: string[] = [];
	const kind = jobKinds[keysOf(jobKinds).find((each) => each === name)!];
	const since = (ms: number) => String(Math.round((ms - clock.startedAt) / 100) / 10);
	const recordOf = (id: string): object[] => {
		const [, record] = says[id]?.filter(([from]) => clock.elapsed >= from * 1_000).at(-1) ?? [];
		const step = record === 1101 ? 'fixCredential' : 'runAgain';
		if (typeof record === 'number') throw new Failure('Refused', step, { errorCode: record });
		return record ? [{ _id: id, ...record }] : [];
	};
	const transport = {
		owner: text,
		send: async <T>({ query, isList }: ServiceRequest, schema: Schema<T>, until = Infinity): Promise<T> => {
			const ids = String(Object.values(query ?? {})[0]);
			const most = until === Infinity ? '' : ` until ${since(until)}`;
			said.push(`reads ${ids} at ${since(clock.time)}${most}`);
			const records = ids.split(',').flatMap(recordOf);
			return schema.parse(isList ? { result: records } : records[0]);
		},
	};
	if (given.remembered)
		rememberState(transport, { id: 'a', record: {}, status: 'queued', ...given.remembered });
	const context = {
		getNode: () => ({
			type: given.tool ? 'imageTool' : 'image',
			parameters: { resource: given.custom && 'custom' },
		}),
		getNodeParameter: (path: string, item: number) =>
			path.endsWith('includeOtherFields')
				? Object(items[item]?.settings).includeOtherFields
				: path === 'recordId' && item,
		addExecutionHints: ({ message, type }: { message: string; type: string }) =>
			said.push(`${type}: ${message}`),
		...{ continueOnFail: () => !given.stops, getMode: () => 'trigger', getTimezone: () => 'UTC' },
	};
	const at = (seconds = Infinity) => clock.startedAt + seconds * 1_000;
	const run = {
		...{ context, transport, environment: clock, yieldToEventLoop: async () => undefined },
		...{ items: items.map(({ json = {} }) => ({ json })), ends: { inProcess: at(given.limit) } },
		answerBy: (seconds: number) => at(seconds || given.answerBy),
		account: async () =>
			await (given.isNew === 'unread' ? Promise.reject(new Error('No')) : { hasWorked: !given.isNew }),
		toolsFor: (item: number) => ({ item }),
	};
	const safeParse = ({ recordId }: { recordId: number }) => {
		const { ids = ['a'], settings, wrong, answers = [], refuses } = items[recordId]!;
		if (wrong) throw new Failure('Record ID is empty', 'changeField', { field: 'Record ID' });
		const call = async ({ item }: { item: number }) => {
			said.push(`calls ${item + 1}`);
			await clock.sleep(1_000);
			if (refuses) throw new Failure('No', 'runAgain', {}, { scope: refuses });
			return answers;
		};
		return {
			success: true,
			data: { value: given.calls ? call : ids, input: {}, settings: { ...defaultSettings, ...settings } },
		};
	};
	const properties = [{ displayName: 'Record ID', name: 'recordId', type: 'string', default: '' }];
	const begin = async ({ item }: { item: number }) => said.push(`begins ${item + 1}`);
	const operation = { type: 'read', kind, many: given.many, properties, schema: { safeParse }, begin };
	const read = (given.calls ? runCalls : runReads)(run as never, operation as never);
	try {
		const made = await clock.run(read);
		said.push(
			...made.map(({ json, pairedItem }) => `${Object(pairedItem).item + 1}: ${JSON.stringify(json)}`),
		);
	} catch (error) {
		const { message, description } = error as Error & { description?: string };
		said.push(`stops: ${message}`, description?.replaceAll('\n\n', ' ¶ ') ?? '');
	}
	const reads = said.filter((line) => line.startsWith('reads'));
	const shown = reads.length > 6 ? [...reads.slice(0, 3), `… (${reads.length})`, reads.at(-1)] : reads;
	return [...shown, ...said.filter((line) => !line.startsWith('reads'))].join(' ; ');
});
