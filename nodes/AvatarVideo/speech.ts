import { presentValue, textSchema as filledIn } from '../shared/operation/parameters/schemas';
import { quoted, refuse } from '../shared/operation/parameters/messages';
import { parameter, text } from '../shared/operation/parameters/builders';
import { changed, prepared } from '../shared/service/schema';

export const inputText = text('Text', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Welcome to our shop!',
	description: 'The text to be spoken',
});

/** A smaller number without its sign may mean a factor, in which 1 is the normal speed. */
const LEAST_BARE = 10;

/** A percentage such as 100%, also as a number. */
const percentage = changed(
	prepared((given) => presentValue(given) ?? '100%', filledIn),
	(given, context): string => {
		const percent = /^(\d{1,3})\s*%?$/.exec(given)?.[1];
		const isClear = percent !== undefined && (given.endsWith('%') || Number(percent) >= LEAST_BARE);
		if (isClear && Number(percent) > 0) return `${Number(percent)}%`;
		return refuse(
			context,
			`must be a percentage from 1% to 999%, such as 100%, but ${quoted(given)} was given`,
			[],
			'Give 100% for the normal speed, 120% for one that is a little faster.',
		);
	},
);

/** How fast a text is spoken (service.md: Voices and audio). */
export const rate = parameter('string', percentage, 'Speed', {
	default: '100%',
	placeholder: 'e.g. 120%',
	description: 'Speed of the speech as a percentage such as 120%, where 100% is normal',
});
