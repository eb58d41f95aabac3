import type { JobView } from '../emulator/jobs/types';
import type { Network } from './network';
import type { N8n } from './n8n';
import { rowIn, type Plan } from './plan';
import type { Story } from './person';

/* Judges the history of a world by the service's jobs, and by all that n8n holds. It knows nothing of the nodes. */

export interface Finding {
	kind: string;
	what: string;
}

const FREE = /\bnot (?:paid|sent|made)\b(?! again)|nothing was paid|\bit cost nothing/i;
const rowOf = ({ request }: JobView) => rowIn(JSON.stringify(request)) ?? -1;

export function judge(
	plan: Plan,
	{ emulator, madeBy }: Network,
	n8n: N8n,
	story: Story,
	{ secrets, logs }: { secrets: string[]; logs: string },
): Finding | undefined {
	// The first create of an account may be taken although it was refused, and nobody can see that.
	const { tooFrequentTakes } = plan.service.readings;
	const jobs = emulator.jobs.created().slice(tooFrequentTakes ? 1 : 0);
	const failed = (job: JobView) => job.status === 4;
	const findings: Finding[] = [];
	const find = (kind: string, what: string) => void findings.push({ kind, what });
	const wanted = new Set(plan.rows);

	for (const row of wanted) {
		const most = plan.rows.filter((each) => each === row).length;
		// A row belongs to the keys that made it: other keys make another job.
		const made = jobs.filter((job) => rowOf(job) === row && !failed(job));
		const keys = new Set(made.map(({ id }) => madeBy.get(id)));
		const own = made.filter(({ id }) => keys.size < 2 || madeBy.get(id) === [...keys][0]);
		const isKeyed = plan.parameters.idempotencyKey !== undefined;
		if (own.length > (isKeyed ? 1 : most))
			find('paid twice', `row ${row} has ${own.map(({ id }) => id).join(', ')}`);
	}
	const perDay = Number(plan.parameters.maxJobsPerDay ?? Infinity);
	const days = jobs.map(({ createdAt }) => new Date(createdAt).toDateString());
	for (const day of new Set(days)) {
		const made = days.filter((each) => each === day).length;
		if (made > perDay) find('day limit', `${made} jobs on ${day}, not ${perDay}`);
	}
	for (const execution of n8n.executions) {
		if (['running', 'waiting'].includes(execution.status))
			find('no end', `execution ${execution.id} is ${execution.status}`);
		const text = JSON.stringify([execution.data, execution.result?.error ?? '']);
		for (const secret of secrets)
			if (text.includes(secret)) find('secret', `execution ${execution.id} holds a secret`);
	}
	const all = n8n.executions
		.map(({ data, result }) => `${data} ${JSON.stringify(errorOf(result?.error))}`)
		.join('\n');
	const isLeft = (row: number) => story.left.some((each) => each.row === row);
	for (const secret of secrets) if (logs.includes(secret)) find('secret', 'the log holds a secret');
	for (const job of jobs) {
		if (!wanted.has(rowOf(job)) || failed(job) || all.includes(job.id)) continue;
		if (isLeft(rowOf(job))) continue;
		if (!/"?submitted"?[^a-z]{1,8}(unknown|yes)/.test(all) && !/unknown/.test(all))
			find('lost', `the job ${job.id} of row ${rowOf(job)} is named nowhere`);
	}
	for (const { row, item } of story.seen) {
		const own = jobs.filter((job) => rowOf(job) === row);
		const { submitted, description } = Object(item.details);
		if (
			item.error !== undefined &&
			FREE.test(`${String(item.error)} ${String(description)}`) &&
			submitted !== 'no'
		)
			find('lie', `${String(item.error)} ${String(description)}`);
		if (
			typeof item.id === 'string' &&
			jobs.some(({ id }) => id === item.id) &&
			!own.some(({ id }) => id === item.id)
		)
			find('other row', `row ${row} got the job ${item.id}`);
	}
	return findings[0];
}

function errorOf(error: unknown): object {
	const { message, description, context } = Object(error);
	return { message, description, context };
}
