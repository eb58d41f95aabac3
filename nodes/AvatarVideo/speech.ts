import { parameter, presentValue, refuseValue, text, textSchema } from '../shared/operation';
import { changed, prepared } from '../shared/service/schema';

export const inputText = text('Text', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Welcome to our shop!',
	description: 'The text to speak',
});

export const VOICE = 'Voice';
export const CHOOSE_VOICE = 'Choose the voice from its list';
export const aVoice = {
	from: 'searchVoices',
	placeholder: 'e.g. voice-amy',
	description: 'The voice that speaks, by its name or voice_id as Voice › Get Many lists them',
};

const PERCENTAGE = /^(?:([1-9]\d{0,2})\s*%|([1-9]\d{1,2}))$/;

const percentage = changed(
	prepared((given) => presentValue(given) ?? '100%', textSchema),
	(given, context): string => {
		const [, percent, bare = percent] = PERCENTAGE.exec(given) ?? [];
		if (bare !== undefined) return `${bare}%`;
		const advice = 'Give 100% for the normal speed, 120% for a slightly faster speech.';
		return refuseValue(context, 'a percentage from 1% to 999%, such as 100%', given, [], advice);
	},
);

/** service.md: Voices and audio */
export const rate = parameter('string', percentage, 'Speed', {
	default: '100%',
	placeholder: 'e.g. 120%',
	description: 'Speed of the speech, from 1% to 999%, where 100% is normal',
});
