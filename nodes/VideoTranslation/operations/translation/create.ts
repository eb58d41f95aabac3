import { hint } from '../../../shared/n8n/hintsAndCustomData';
import * as build from '../../../shared/operation';
import { findNamed } from '../../../shared/lists/search';
import { DETECT, known, languagesOf, type Named } from '../../../shared/lists/catalog';

const VIDEO = 'Video';
const SPOKEN = 'Spoken Language';
const INTO = 'Translate Into';
const SEGMENT = { above: 0 };
const ANY_OTHER = 'Choose a language from the list, or give a name or a lang_code of Language › Get Many';

/** By another code, or its name in its own language: `ger`, `de-DE` and `Deutsch` are `de`. */
function likely(languages: readonly Named[], typed: string): string | undefined {
	const ownName = (id: string) => new Intl.DisplayNames([id], { type: 'language' }).of(id)?.toLowerCase();
	const code = /^[a-z]{2,3}(?=$|[-_])/i.exec(typed)?.[0] ?? 'und';
	try {
		const [base] = Intl.getCanonicalLocales(code);
		return languages.find(({ id }) => id === base || ownName(id) === typed.toLowerCase())?.id;
	} catch {
		return undefined;
	}
}

/** service.md: Video translation */
export const create = build.defineCreate({
	value: 'create',
	name: 'Translate a Video',
	action: 'Translate video',
	description: 'Translate the speech of a video. Returns the ID and the URL of the new video (resultUrl).',
	kind: 'translation',
	fields: { merge_interval: build.optionalNumberSchema(SEGMENT) },
	to: { path: '/content/video/createbytranslate', group: 'videoTranslation' },
	parameters: {
		video: build.media(VIDEO, {
			placeholder: 'e.g. https://example.com/video.mp4',
			hint: 'A video with speech, at most 60 seconds, 300 MB and 30 frames per second',
			description: 'The video to translate. It stays as it is, and you get a new one.',
		}),
		sourceLanguage: build.id(SPOKEN, {
			from: 'searchSpokenLanguages',
			default: { mode: 'list', value: DETECT.id, cachedResultName: DETECT.name },
			placeholder: 'e.g. en',
			description: 'The language of the speech, as a name or a code such as en. DEFAULT detects it.',
		}),
		language: build.id(INTO, {
			from: 'searchLanguages',
			placeholder: 'e.g. de',
			description: 'The language of the new video, as a name or a code such as de. One language per item.',
		}),
		lipsync: build.flag('Lip Sync', {
			hint: 'The service does this only once for each video and language',
			description: 'Whether to match the movements of the mouth to the new language',
		}),
	},
	options: {
		mergeInterval: build.optionalNumber('Segment Length (Seconds)', {
			...{ default: 1, ...SEGMENT },
			description: 'Interval at which the service cuts the speech into segments. Default: 1 second.',
		}),
		faceEnhance: build.switchedOn('Face Enhancement', {
			description: 'Whether to enhance the faces of the new video. Works only with Lip Sync.',
		}),
	},
	async plan({ video, sourceLanguage, language, lipsync, options }, tools) {
		const { all } = await known(languagesOf, tools);
		const languageOf = (label: string, typed: string, languages: Named[]): Named => {
			const found = findNamed(languages, typed, ({ id }) => id);
			if (found || all.length === 0) return found ?? { id: typed };
			const suggestion = likely(all, typed);
			const description = suggestion === undefined ? ANY_OTHER : undefined;
			const what = `${label}: ${build.quoted(typed)} is not in the list of languages`;
			throw build.wrongField(label, what, description, { suggestion });
		};
		const { id: spoken } = languageOf(SPOKEN, sourceLanguage, [DETECT, ...all]);
		const { id: into, needsVoice } = languageOf(INTO, language, all);
		if (spoken === into) {
			const what = `${SPOKEN} and ${INTO} are both ${into}`;
			throw build.wrongField(INTO, what, 'Choose another language in one of the two');
		}
		const voice = `The service wants a voice for ${into}. If it refuses the video, add voice_id or voices_map to Extra Fields (JSON)`;
		if (needsVoice) await tools.once(`voice ${into}`, async () => hint(tools.context, voice));
		return {
			body: {
				url: await tools.mediaUrl(video, VIDEO, 'video'),
				source_language: spoken,
				language: into,
				lipsync,
				merge_interval: options.mergeInterval,
				face_enhance: options.faceEnhance,
			},
		};
	},
});
