import { hint } from '../../../shared/n8n/hintsAndCustomData';
import * as build from '../../../shared/operation';
import { LANGUAGES } from '../../../shared/lists/catalog';
import { DETECT } from '../../../shared/lists/dropdowns';
import { entryIn } from '../../../shared/lists/entries';

const VIDEO = 'Video';
const SPOKEN = 'Spoken Language';
const INTO = 'Translate Into';

/** service.md: Video translation */
export const create = build.defineCreate({
	value: 'create',
	name: 'Translate',
	action: 'Translate video',
	description: 'Translate the speech of a video. Returns the ID and the URL of the new video (resultUrl).',
	kind: 'translation',
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
			...{ default: 1, above: 0 },
			description: 'Interval at which the service cuts the speech into segments. Default: 1 second.',
		}),
		faceEnhance: build.switchedOn('Face Enhancement', {
			description: 'Whether to enhance the faces of the new video. Works only with Lip Sync.',
		}),
	},
	async plan({ video, sourceLanguage, language, lipsync, options }, tools) {
		const { id: spoken } = await entryIn(LANGUAGES, SPOKEN, sourceLanguage, tools, [DETECT]);
		const { id: into, needsVoice } = await entryIn(LANGUAGES, INTO, language, tools);
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
