import type { IDataObject } from 'n8n-workflow';
import type { Execution, N8n } from './n8n';
import { inputOf, workflowOf, type Plan } from './plan';

/** A row as someone sees it who knows nothing of the package. */
export interface Seen {
	/** What the row is about. */
	row: number;
	item: IDataObject;
	execution: Execution;
}

/** What a person has read and done. */
export interface Story {
	/** Each item that a person saw, in order. */
	seen: Seen[];
	steps: number;
	/** Rows whose next step is for somebody outside n8n. */
	left: Array<{ rows: number[]; why: string }>;
}

const MOST_STEPS = 6;

/** Starts the workflow, and after each end does what the words say, until every row has its result. */
export async function follow(plan: Plan, n8n: N8n, tell: (line: string) => void): Promise<Story> {
	const story: Story = { seen: [], steps: 0, left: [] };
	const workflow = workflowOf(plan);
	let queue: Array<{ rows: number[]; continued?: string; begin: () => Promise<Execution> }> = [
		{ rows: plan.rows, begin: async () => await n8n.start(workflow, inputOf(plan.rows)) },
	];
	while (queue.length > 0) {
		const [{ rows, continued, begin }, ...rest] = queue as [(typeof queue)[number], ...typeof queue];
		queue = rest;
		const execution = await begin();
		const step = (what: string, of: number[], next: () => Promise<Execution>, id = continued) => {
			if (story.steps >= MOST_STEPS)
				return void story.left.push({ rows: of, why: `after ${MOST_STEPS} steps: ${what}` });
			story.steps += 1;
			tell(`the person ${what} (rows ${of.join(', ')})`);
			queue.push({ rows: of, continued: id, begin: next });
		};
		const { status, result } = execution;
		/** The workflow as it is saved now. */
		const saved = workflowOf(plan, continued === undefined ? {} : { continueExecution: continued });
		const retry = async () => await n8n.retry(execution, plan.retries === 'current' ? saved : undefined);
		const begun = async (of: number[], id = continued) =>
			await n8n.start(workflowOf(plan, id === undefined ? {} : { continueExecution: id }), inputOf(of));
		const proceed = (what: string) =>
			step(what, rows, async () => await begun(rows, execution.id), execution.id);
		if (status === 'success' && result) {
			const again: number[] = [];
			for (const { item, row } of itemsOf(execution, rows)) {
				story.seen.push({ row, item, execution });
				tell(`  row ${row}: ${wordsOf(item)}`);
				if (item.error === undefined) continue;
				const { submitted } = Object(item.details) as IDataObject;
				if (submitted === 'no') again.push(row);
				else story.left.push({ rows: [row], why: String(item.error) });
			}
			if (again.length > 0) step('runs the failed rows again', again, async () => await begun(again));
		} else if (status === 'crashed' && (execution.mode === 'manual' || execution.slot?.name !== 'main'))
			proceed('continues the lost execution');
		else if (status === 'error' || status === 'crashed') {
			if (/unknown/.test(JSON.stringify(result?.error ?? {})) && story.steps > 2) {
				story.left.push({ rows, why: 'in doubt' });
			} else step('retries the execution', rows, retry);
		} else proceed('continues the execution');
	}
	return story;
}

/** The items that the node gave back, each with its row. */
export function itemsOf(
	{ result }: Execution,
	rows: readonly number[],
): Array<{ row: number; item: IDataObject }> {
	const outputs = result?.runs('Node').at(-1)?.data?.main ?? [];
	return outputs.flatMap((items) =>
		(items ?? []).map(({ json, pairedItem }) => {
			const place = Number(Object(Array.isArray(pairedItem) ? pairedItem[0] : pairedItem).item ?? 0);
			return { row: rows[place] ?? -1, item: json };
		}),
	);
}

/** An item in one line. */
function wordsOf({ id, status, error, details }: IDataObject): string {
	if (error === undefined) return `${String(id)} ${String(status)}`;
	const { description, submitted, next } = Object(details);
	return `failed, submitted ${String(submitted)}, next ${String(next)}: ${String(error)} | ${String(description)}`;
}
