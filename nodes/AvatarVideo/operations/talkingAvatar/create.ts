import { z } from 'zod';
import { jobKinds } from '../../../shared/jobs/kinds';
import { optionalMedia } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { choice, optionalId, optionalText } from '../../../shared/operation/inputs';
import { sourceOf } from '../../avatarFrom';
import { lookUpAvatars } from '../../chosenAvatars';
import { elementBody } from '../../elements/body';
import { AUDIO, talkingAvatarFields } from '../../talkingAvatarFields';
import { avatarSource, SIZE, talkingElements } from '../../talkingElements';

/** A video of an avatar that speaks an audio (interface: Create talking avatar). */
export const create = createOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a talking avatar',
	description:
		'Make a 4K video of an avatar that speaks an audio, as text to speech gives it. Gives the ID and the address of the video.',
	kind: jobKinds.video,
	fields: talkingAvatarFields,
	input: z
		.object({
			elementsInput: choice(['simple', 'fields', 'json'], 'simple'),
			avatarId: optionalId,
			audio: optionalMedia,
			background: optionalText,
			elements: z.unknown(),
			elementsJson: z.unknown(),
			avatarFrom: choice(['auto', '2', '3'], 'auto').transform(sourceOf),
		})
		.transform((input, context) => ({
			avatarFrom: input.avatarFrom,
			audio: input.elementsInput === 'simple' ? input.audio : undefined,
			elements: talkingElements(input, context),
		})),
	async plan({ avatarFrom, audio, elements }, tools) {
		const chosen = await lookUpAvatars(elements, tools);
		const spoken = audio && { type: 'audio', url: await tools.mediaUrl(audio, AUDIO) };
		return {
			request: {
				method: 'POST',
				path: '/talkingavatar/create',
				body: {
					...SIZE,
					avatar_from: avatarFrom ?? avatarSource(elements, chosen),
					elements: [...elements.map(elementBody), ...(spoken ? [spoken] : [])],
				},
				intent: 'create',
				group: 'avatarVideo',
			},
		};
	},
});
