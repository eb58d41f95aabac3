import { z } from 'zod';
import { jobKinds } from '../../../shared/jobs/kinds';
import { createOperation } from '../../../shared/operation/define';
import { choice, number, optionalId, optionalNumber, optionalUrl } from '../../../shared/operation/inputs';
import { elementBody } from '../../elements/body';
import { elementsOfForm, elementsOfJson } from '../../elements/read';
import { avatarVideoRules } from '../../elements/rules';
import { avatarVideoFields, avatarVideoOptions, optionsInput } from '../../avatarVideoFields';
import { lookUpAvatars } from '../../chosenAvatars';

const pixels = number((schema) => schema.int().positive());
const milliseconds = (schema: z.ZodNumber) => schema.positive();

/** A video of avatars, pictures and videos with a voice (interface: Create avatar video). */
export const create = createOperation({
	value: 'create',
	name: 'Create',
	action: 'Create an avatar video',
	description:
		'Compose a video of avatars, images and videos with a Voice, or with a Voice URL, which is the audio of a cloned voice. Gives the ID and the address of the video.',
	kind: jobKinds.video,
	fields: avatarVideoFields,
	options: avatarVideoOptions,
	input: z
		.object({
			width: pixels,
			height: pixels,
			duration: number(milliseconds),
			voiceId: optionalId,
			voiceUrl: optionalUrl,
			elementsInput: choice(['fields', 'json'], 'fields'),
			elements: z.unknown(),
			elementsJson: z.unknown(),
			options: optionsInput(optionalNumber(milliseconds)),
		})
		.superRefine(requireOneVoice)
		.transform(({ elements, elementsJson, ...input }, context) => ({
			...input,
			elements:
				input.elementsInput === 'json'
					? elementsOfJson(elementsJson, avatarVideoRules, context)
					: elementsOfForm(elements, avatarVideoRules, context),
		})),
	async plan({ width, height, duration, voiceId, voiceUrl, elements, options }, tools) {
		const chosen = await lookUpAvatars(elements, tools);
		const video = {
			width,
			height,
			duration,
			voice: voiceId === undefined ? { voice_url: voiceUrl } : { voice_id: voiceId },
			elements: elements.map(elementBody),
			ratio: options.ratio,
			background: options.background,
			avatarFrom: options.avatarFrom ?? chosen.from,
		};
		return {
			request: {
				method: 'POST',
				path: '/avatar/createVideo',
				body: { data: [video], duration: options.totalDuration },
				intent: 'create',
				group: 'avatarVideo',
			},
		};
	},
});

function requireOneVoice(
	{ voiceId, voiceUrl }: { voiceId?: string; voiceUrl?: string },
	context: z.RefinementCtx,
): void {
	const refuse = (path: string, message: string) =>
		context.addIssue({ code: z.ZodIssueCode.custom, path: [path], message });
	if (voiceId === undefined && voiceUrl === undefined) {
		refuse('voiceId', 'must be chosen, or Voice URL filled in: a video needs one of the two');
	}
	if (voiceId !== undefined && voiceUrl !== undefined) {
		refuse('voiceUrl', 'must be empty when a Voice is chosen: a video takes one of the two');
	}
}
