import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { mutationsOf, type Mutation } from './mutations';

/** Files below a folder, as paths from the root. */
export function filesBelow(root: string, folder: string): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true })
		.flatMap((entry) =>
			entry.isDirectory() ? filesBelow(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
		)
		.sort();
}

/** The room that a file is in: a folder of `nodes/shared`, or a node. */
export function roomOf(file: string): string {
	const [, first = '', second = ''] = file.split('/');
	return first === 'shared' ? `shared/${second}` : first;
}

/**
 * Mutations of each room, in an order that the seed alone decides. The kinds take turns, as there are ten times as many
 * conditions as guards.
 */
export function drawn(root: string, seed: number): Map<string, Mutation[]> {
	const rooms = new Map<string, Mutation[]>();
	for (const file of filesBelow(root, 'nodes').filter((each) => each.endsWith('.ts'))) {
		const room = rooms.get(roomOf(file)) ?? [];
		rooms.set(roomOf(file), room);
		room.push(...mutationsOf(file, readFileSync(join(root, file), 'utf8')));
	}
	for (const [name, all] of rooms) rooms.set(name, inTurns(shuffled(all, numbers(seed + hash(name)))));
	return rooms;
}

function inTurns(all: readonly Mutation[]): Mutation[] {
	const kinds = new Map<string, Mutation[]>();
	for (const each of all) kinds.set(each.kind, [...(kinds.get(each.kind) ?? []), each]);
	const piles = [...kinds.values()];
	const most = Math.max(0, ...piles.map(({ length }) => length));
	return Array.from({ length: most }, (_, turn) => piles.flatMap((pile) => pile[turn] ?? [])).flat();
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
	return all
		.map((each) => [random(), each] as const)
		.sort(([one], [other]) => one - other)
		.map(([, each]) => each);
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function numbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const hash = (text: string) => [...text].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) >>> 0, 7);
