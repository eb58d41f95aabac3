import { isObject } from '../../nodes/shared/service/values';
import { NEVER, type Plan } from './plan';
import type { Ended } from './world';

type Drawn = [list: string, value: string];
const pairOf = (...two: [Drawn, Drawn]) => two.map((each) => each.join(' ')).join(' × ');

/** Counts what was drawn, and which two things of different lists met. */
export class Table {
	private readonly counts = new Map<string, Map<string, number>>();
	private readonly pairs = new Set<string>();

	add(plan: Plan, { story }: Ended): void {
		const equal = String(new Set(plan.rows).size < plan.rows.length);
		const drawn = [...drawnIn({ ...plan, equal, steps: story?.steps ?? 0 })];
		for (const [list, value] of drawn) {
			const values = this.counts.get(list) ?? new Map<string, number>();
			this.counts.set(list, values.set(value, (values.get(value) ?? 0) + 1));
			for (const other of drawn) if (list < other[0]) this.pairs.add(pairOf([list, value], other));
		}
	}

	toString(): string {
		const drawn = [...this.counts].flatMap(([list, values]) =>
			[...values.keys()].map((value): Drawn => [list, value]),
		);
		const all = drawn
			.flatMap((one) => drawn.flatMap((other) => (one[0] < other[0] ? [pairOf(one, other)] : [])))
			.filter((pair) => !NEVER.some((never) => never.test(pair)));
		const missing = all.filter((pair) => !this.pairs.has(pair));
		const lines = [...this.counts].map(
			([list, values]) => `${list}: ${[...values].map(([value, count]) => `${value} ${count}`).join(', ')}`,
		);
		const met = `${all.length - missing.length} of ${all.length} pairs met`;
		return [...lines.sort(), met, ...missing.map((pair) => `  not yet: ${pair}`)].join('\n');
	}
}

/** When things happen, and the name of a world. */
const NOT_COUNTED = new Set(['seed', 'at', 'from', 'create', 'jobMs', 'failing']);

/** Each value of a plan under its name, and how long each list is. */
function* drawnIn(value: unknown, list = ''): Generator<Drawn> {
	if (Array.isArray(value)) {
		yield [list, `× ${value.length}`];
		for (const each of value.filter(isObject)) yield* drawnIn(each, list);
	} else if (isObject(value)) {
		for (const [name, each] of Object.entries(value))
			if (!NOT_COUNTED.has(name)) yield* drawnIn(each, isObject(each) || !list ? name : `${list} ${name}`);
	} else if (value !== undefined) yield [list, list.endsWith('Key') ? 'given' : String(value).slice(0, 24)];
}
