import type { Plan } from './plan';
import type { Ended } from './world';

/** Counts what was drawn, and which two things of different lists met. */
export class Table {
	private readonly counts = new Map<string, Map<string, number>>();
	private readonly pairs = new Set<string>();

	add(plan: Plan, { story }: Ended): void {
		const drawn = drawnIn(plan);
		drawn.push(['steps of a row', String(story?.steps ?? 0)]);
		for (const [list, value] of drawn) {
			const values = this.counts.get(list) ?? new Map<string, number>();
			this.counts.set(list, values.set(value, (values.get(value) ?? 0) + 1));
			for (const [other, another] of drawn)
				if (list < other) this.pairs.add(`${list} ${value} × ${other} ${another}`);
		}
	}

	toString(): string {
		const lists = [...this.counts].sort();
		const all = lists.flatMap(([list, values], place) =>
			lists
				.slice(place + 1)
				.flatMap(([other, others]) =>
					[...values.keys()].flatMap((value) =>
						[...others.keys()].map((another) => `${list} ${value} × ${other} ${another}`),
					),
				),
		);
		const missing = all.filter((pair) => !this.pairs.has(pair));
		const lines = lists.map(
			([list, values]) => `${list}: ${[...values].map(([value, count]) => `${value} ${count}`).join(', ')}`,
		);
		const met = `${all.length - missing.length} of ${all.length} pairs met`;
		return [...lines, met, ...missing.slice(0, 20).map((pair) => `  not yet: ${pair}`)].join('\n');
	}
}

function drawnIn({ rows, operation, parameters, settings, service, n8n, faults, people, ...rest }: Plan) {
	const drawn: Array<[list: string, value: string]> = [
		['rows', String(rows.length)],
		['equal rows', String(new Set(rows).size < rows.length)],
		['operation', operation],
		['on error', String(settings.onError)],
		['retry on fail', String(settings.retryOnFail ?? false)],
		['workers', String(n8n.workers)],
		['ids', n8n.ids],
		['mode', n8n.mode],
		['time limit', String(n8n.timeout)],
		['unrest', String(faults.unrest)],
		['retried with', rest.retries],
		[
			'nights',
			`${rest.nights}${rest.nights > 1 && rest.areNumbersUsedAgain === true ? ' with the same numbers' : ''}`,
		],
		['at once', String(rest.atOnce)],
		['credential', rest.hasExpression === true ? 'an expression' : 'keys'],
		['open jobs at the service', String(service.maxOpenJobs)],
	];
	const names = ['waitMethod', 'waitForCompletion', 'saveAfter', 'timeout', 'onTimeout', 'downloadResult'];
	const others = ['maxJobsPerDay', 'maxJobs', 'idempotencyKey', 'reference', 'webhookUrl'];
	for (const name of [...names, 'maxOpenJobs', ...others])
		drawn.push([
			name,
			name === 'idempotencyKey'
				? String(name in parameters)
				: String(parameters[name] ?? 'empty').slice(0, 12),
		]);
	for (const { most, ms } of service.limits) drawn.push(['rate limit', `${most} in ${ms / 1_000} s`]);
	for (const { of, how } of faults.outages) drawn.push(['outage', `${of} ${how}`]);
	for (const { is } of faults.blows) drawn.push(['blow', is]);
	for (const { does } of people) drawn.push(['someone', does]);
	for (const name of Object.keys(service.readings)) drawn.push(['reading', name]);
	drawn.push(['deaths', String(faults.deaths.length)]);
	return drawn;
}
