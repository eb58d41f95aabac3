import { findNamed } from '../../nodes/shared/lists/search';
import { languages as known } from '../emulator/endpoints/catalogue';

const languages = [...known, ['pt-BR', 'Portuguese (Brazil)'] as const].map(([id, name]) => ({ id, name }));
const found = (typed: string) => findNamed(languages, typed, ({ id }) => id)?.id;

test.each([
	['de', 'de'],
	['DE', 'de'],
	['PT_br', 'pt-BR'],
	['german ', 'de'],
	['Germna', undefined],
])('the entry of a list for %s is %s', (typed, id) => {
	expect(found(typed)).toBe(id);
});

test('a name that two entries have stands for neither, but the ID of each stands for itself', () => {
	const voices = [
		{ id: 'a', name: 'Amy' },
		{ id: 'A', name: 'Amy' },
	];
	expect(['Amy', 'a', 'A'].map((typed) => findNamed(voices, typed, ({ id }) => id)?.id)).toEqual([
		undefined,
		'a',
		'A',
	]);
});
