import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesIn, page, tableUnder } from '../docs/pages';
import { root } from '../support/build';

/** The rooms that each room may import, as the page of the architecture shows them. Arrows never point back. */
const MAY_KNOW: Record<string, string[]> = Object.fromEntries(
	tableUnder(page('docs/architecture.md'), 'The rooms').map(([room = '', , may = '']) => [
		room.replaceAll('`', ''),
		[...may.matchAll(/`([^`]+)`/g)].map(([, name]) => `shared/${name}`),
	]),
);

const sources = filesIn(['nodes'], /\.ts$/);

/** The room of a file: a room of shared, or a node's folder. */
function roomOf(path: string): string {
	const place = relative('nodes', path);
	const rooms = Object.keys(MAY_KNOW).sort((a, b) => b.length - a.length);
	return rooms.find((room) => place.startsWith(`${room}/`) || place === room) ?? place.split('/')[0] ?? '';
}

const arrows = sources.flatMap(({ path, text }) =>
	[...text.matchAll(/from '(\.{1,2}(?:\/[^']*)?)'/g)].map(([, target = '']) => ({
		...{ from: roomOf(path), to: roomOf(join(dirname(path), target)), path, target },
	})),
);

test('every folder of shared is a room', () => {
	const folders = readdirSync(join(root, 'nodes/shared')).map((name) => `shared/${name}`);
	expect(folders.filter((folder) => MAY_KNOW[folder] === undefined)).toEqual([]);
});

test('every room of shared imports only rooms that it may import', () => {
	expect(arrows.length).toBeGreaterThan(200);
	const mayImport = (from: string, to: string) => to === 'shared/zod' || MAY_KNOW[from]?.includes(to);
	const wrong = arrows.filter(
		({ from, to }) => from.startsWith('shared/') && from !== to && !mayImport(from, to),
	);
	expect(wrong).toEqual([]);
});

test('a node imports only shared, and no other node', () => {
	const wrong = arrows.filter(
		({ from, to }) => !from.startsWith('shared/') && from !== to && !to.startsWith('shared/'),
	);
	expect(wrong).toEqual([]);
});

test("the pure rooms import only n8n's types", () => {
	const pure = ['shared/service', 'shared/jobs/kinds', 'shared/faces'];
	const wrong = sources.filter(
		({ path, text }) =>
			pure.includes(roomOf(path)) && /^import (?!type )[^;]*from 'n8n-workflow'/m.test(text),
	);
	expect(wrong.map(({ path }) => path)).toEqual([]);
});

/** Without comments. */
const all = filesIn(['nodes', 'credentials'], /\.ts$/).map(({ path, text }) => ({
	file: path,
	text: text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
}));

test('only the room shared/async reads the real clock and draws random numbers', () => {
	const direct = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b/;
	const readers = all.filter(({ text }) => direct.test(text)).map(({ file }) => file);
	expect(readers.length).toBeGreaterThan(0);
	expect(readers.filter((file) => !file.startsWith('nodes/shared/async/'))).toEqual([]);
});

test('the page of the architecture lists exactly the memories that outlive a run', () => {
	const memory =
		/^(?:export )?(?:let (\w+)|const (\w+)[^=\n]* = (?:new (?:Array\b|BoundedMap\b|(?:Weak)?(?:Map|Set)\b(?:<.*>)?\(\))|createLimit\())/gm;
	const found = all.flatMap(({ file, text }) =>
		[...text.matchAll(memory)].map(([, variable, constant]) => `${file} ${variable ?? constant}`),
	);
	const listed = tableUnder(page('docs/architecture.md'), 'Module-level memories').map(
		([file = '', name = '']) => `${file} ${name}`.replaceAll('`', ''),
	);
	expect(listed.sort()).toEqual(found.sort());
});

test('each memory has the bound that the page of the architecture gives', () => {
	const rows = tableUnder(page('docs/architecture.md'), 'Module-level memories');
	const path = '../../nodes/shared/service/values';
	const bounds: number[] = [];
	jest.isolateModules(() => {
		const values = jest.requireActual<typeof import('../../nodes/shared/service/values')>(path);
		class BoundedMap<K, V> extends values.BoundedMap<K, V> {
			constructor(most: number) {
				super(most);
				bounds.push(most);
			}
		}
		jest.doMock(path, () => ({ ...values, BoundedMap }));
		for (const [file = ''] of rows) jest.requireActual(join(root, file.replaceAll('`', '')));
	});
	const given = rows.flatMap(([, , , why = '']) => /; ([\d,]+)(?:$| (?!at a time))/.exec(why)?.[1] ?? []);
	expect(bounds.sort()).toEqual(given.map((number) => Number(number.replace(',', ''))).sort());
});

test('the key of each memory names the account, unless the memory holds nothing of the service', () => {
	const ofNobody = ['process', 'token', "n8n's object"];
	const rows = tableUnder(page('docs/architecture.md'), 'Module-level memories');
	const wrong = rows.filter(
		([, , key = '']) => !/\b(?:account|claim)\b|^workflow\b/.test(key) && !ofNobody.includes(key),
	);
	expect(wrong).toEqual([]);
});
