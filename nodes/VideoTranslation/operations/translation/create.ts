import { jobKinds } from '../../../shared/jobs/kinds';
import { defineCreate } from '../../../shared/operation/defineOperation';
import { refuse, refuseValue } from '../../../shared/operation/parameters/messages';
import { id, media } from '../../../shared/operation/parameters/resourceLocators';
import { isByExpression } from '../../../shared/n8n/node';
import { optionalFlag, optionalNumber } from '../../../shared/operation/parameters/builders';

const VIDEO = 'Video';

/** Video translation (service.md: Video translation). */
export const create = defineCreate({
	value: 'create',
	name: 'Create',
	action: 'Translate a video',
	description:
		'Translate a spoken video of at most 60 seconds, 300 MB and 30 frames per second into another language. Gives the ID and the address (resultUrl) of the translated video.',
	kind: jobKinds.video,
	to: { path: '/content/video/createbytranslate', group: 'videoTranslation' },
	parameters: {
		video: media(VIDEO, {
			placeholder: 'e.g. https://example.com/video.mp4',
			description:
				'The video to translate: someone speaks in it, and it has at most 60 seconds, 300 MB and 30 frames per second',
		}),
		sourceLanguage: id('Spoken Language', {
			from: 'searchLanguages',
			placeholder: 'e.g. en',
			description:
				'The language that is spoken in the video, by its code such as en (lang_code of Language › Get Many)',
		}),
		language: id('Translate Into', {
			from: 'searchLanguages',
			placeholder: 'e.g. de',
			description:
				'The language of the new video, by its code such as de (lang_code of Language › Get Many). It is another one than Spoken Language.',
		}),
		lipsync: optionalFlag('Lip Sync', {
			description:
				'Whether to fit the movements of the mouth to the new language. The service does this only once for each video and language. Where it is off, the service decides, unless an expression says false.',
		}),
	},
	options: {
		faceEnhance: optionalFlag('Face Enhancement', {
			description:
				'Whether to have the faces of the new video enhanced. It works only together with Lip Sync. Without this option, the service decides.',
		}),
		mergeInterval: optionalNumber('Segment Length (Seconds)', {
			default: 1,
			above: 0,
			description: 'The interval in seconds by which the speech is cut into segments',
		}),
	},
	read(given, context) {
		const { sourceLanguage, language, lipsync, options } = given;
		if (inFull(sourceLanguage) === inFull(language)) {
			const wanted = `another language than Spoken Language (${sourceLanguage})`;
			const advice = 'Choose another language in one of the two. Nothing was paid.';
			refuseValue(context, wanted, language, ['language'], advice);
		}
		if (options.faceEnhance && !lipsync) {
			const advice = 'Turn on Lip Sync, or turn off Face Enhancement.';
			refuse(context, 'has no effect without Lip Sync', ['options', 'faceEnhance'], advice);
		}
		return given;
	},
	/**
	 * What was left alone is not sent: the service decides. A switch that is off looks the same as one that nobody touched;
	 * an expression, or an agent, says so (service.md: Readings).
	 */
	async plan({ video, sourceLanguage, language, lipsync, options }, { context, mediaUrl }) {
		const isChosen = lipsync === true || isByExpression(context, 'lipsync');
		return {
			body: {
				url: await mediaUrl(video, VIDEO),
				source_language: sourceLanguage,
				language,
				lipsync: isChosen ? lipsync : undefined,
				merge_interval: options.mergeInterval,
				face_enhance: options.faceEnhance,
			},
			asked: { lipsync: lipsync ?? false },
		};
	},
});

/**
 * A code in one spelling, with the script and the country that Unicode's "likely subtags" add to it: `en`, `EN` and `en_us`
 * are one. In doubt two codes differ: English with another accent is a translation, too.
 */
export function inFull(code: string): string {
	const tag = code.trim().replaceAll('_', '-').toLowerCase();
	try {
		// Unicode reads `pt` as Brazil's, lists of languages often as Portugal's, with pt-BR beside it.
		const locale = new Intl.Locale(tag);
		return locale.toString() === 'pt' ? 'pt' : locale.maximize().toString();
	} catch {
		return tag;
	}
}
