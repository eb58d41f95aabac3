import type { IExecuteFunctions } from 'n8n-workflow';
import { findableBy } from '../../../nodes/shared/n8n/hintsAndCustomData';

/** The custom data of an execution, after runs that tell these ids. */
function stored(...runs: string[][]): Map<string, string> {
	const values = new Map<string, string>();
	const customData = {
		get: (entry: string) => values.get(entry),
		set: (entry: string, value: string) => void values.set(entry, value),
	};
	for (const ids of runs) findableBy({ customData } as unknown as IExecuteFunctions, ids);
	return values;
}

const idsOf = (...lengths: number[]) => lengths.map((length, index) => `${index}`.padEnd(length, 'x'));

test('an entry takes as many ids as n8n keeps of it, and the next takes the rest', () => {
	const full = idsOf(50, 50, 50, 50, 51);
	const values = stored([...full, 'more']);
	expect(values.get('mediaJobs')).toBe(full.join(' '));
	expect(values.get('mediaJobs')).toHaveLength(255);
	expect(values.get('mediaJobs2')).toBe('more');
	expect([...stored([...idsOf(50, 50, 50, 50, 52)]).values()].map((value) => value.length)).toEqual([
		203, 52,
	]);
});

test('an id is told once, however many runs tell it', () => {
	expect([...stored(['a', 'b'], ['b', 'c'], ['c']).values()]).toEqual(['a b c']);
});
