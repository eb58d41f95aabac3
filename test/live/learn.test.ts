import { readFileSync } from 'node:fs';
import { defaultReadings, otherReadings, type Readings } from '../emulator';
import { changesOf, readingsOf, switches, listOfReadings } from './learn';
import { questions, type Notes, type Question } from './questions';

const ids = Object.keys(questions) as Question[];
const planted = (answer: 'yes' | 'no'): Notes['answers'] =>
	Object.fromEntries(ids.map((id) => [id, { answer, at: '2030-01-01' }]));

test('each other reading has a question, and each line of code exists', () => {
	expect(Object.keys(otherReadings).sort()).toEqual(Object.keys(defaultReadings).sort());
	for (const { ifYes = [], ifNo = [] } of Object.values(switches)) {
		for (const [file, text] of [...ifYes, ...ifNo]) expect(readFileSync(file, 'utf8')).toContain(text);
	}
});

test('a report in which all was right deletes the code and the rows of other readings, and no default changes', () => {
	expect(readingsOf(planted('yes'))).toEqual({});
	const changes = changesOf(planted('yes'));
	expect(changes).toHaveLength(8);
	expect(listOfReadings(planted('yes')).trim()).toBe('');
});

test('a report in which all was wrong makes each other reading the default', () => {
	const other: Partial<Readings> = Object.assign({}, ...Object.values(otherReadings));
	expect({ ...defaultReadings, ...readingsOf(planted('no')) }).toEqual({ ...defaultReadings, ...other });
	const changes = changesOf(planted('no'));
	expect(changes.filter((line) => line.startsWith('emulator'))).toHaveLength(13);
	expect(listOfReadings(planted('no'))).toContain('If it **charges failed jobs** (it does, 2030-01-01),');
	expect(changes).toContain('nodes/AvatarVideo/elements/element.ts: "export const placement" goes (topLeft)');
});
