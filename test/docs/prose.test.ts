import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { root } from '../support/build';

/* Someone meets the notes of the examples before any page. */

/** Markers of prose that reads as if translated, and how many good prose has in 1,000 words. */
const MARKERS: ReadonlyArray<[name: string, pattern: RegExp, most: number]> = [
	['free relatives', /\b(?:what|whatever|whoever)\b/gi, 1],
	['sentences that start with Of, What or Where', /[.!?] (?:What|Whoever|Of|Where|By|Beside|Below)\b/g, 0.7],
	[
		'that of, those that, the one',
		/\b(?:that of|those of|the ones?|one (?:that|of which)|those (?:that|who))\b/gi,
		0.4,
	],
	['colons between clauses', /[a-z)\]*`]: [a-z*`]/g, 3.3],
	[
		'odd words',
		/\b(?:anew|puts? out|go(?:es)? on|at once|tells?|told|somebody|whole|ta(?:ke|ken) up)\b/gi,
		0.5,
	],
];

const workflow = z.object({
	nodes: z.array(z.object({ name: z.string(), type: z.string(), parameters: z.record(z.unknown()) })),
});
const nodes = readdirSync(join(root, 'examples'))
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) => workflow.parse(JSON.parse(readFileSync(join(root, 'examples', file), 'utf8'))).nodes);
const notes = nodes.flatMap(({ type, parameters }) =>
	type.endsWith('.stickyNote') ? [String(parameters.content)] : [],
);
const text = notes
	.join(' ')
	.replace(/`[^`]*`|(?<!\*)\*[^*\n]+\*(?!\*)/g, 'X')
	.replace(/[|#>*_-]+/g, ' ')
	.replace(/\s+/g, ' ');
const words = text.split(' ').length;
const rateOf = (pattern: RegExp) => (1000 * (text.match(pattern)?.length ?? 0)) / words;

test.each(MARKERS)('the notes of the examples have few %s', (_name, pattern, most) => {
	expect(rateOf(pattern)).toBeLessThanOrEqual(most);
});

test('the notes of the examples speak to you', () => {
	expect(rateOf(/\b(?:you|your)\b/gi)).toBeGreaterThan(14);
});

test('a node of an example has a short name in plain words', () => {
	const odd = /\b(?:what|whatever|which|where|those|it|says?|tells?|put|down|look|beside)\b/i;
	const names = nodes.map(({ name }) => name).filter((name) => odd.test(name) || name.split(' ').length > 5);
	expect(names).toEqual([]);
});
