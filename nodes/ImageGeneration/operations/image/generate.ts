import { z } from 'zod';
import { jobKinds } from '../../../shared/jobs/kinds';
import { mediaField } from '../../../shared/media/field';
import { optionalMedia } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { choice, text } from '../../../shared/operation/inputs';

const SOURCE = 'Source Image';
const SCALES = ['1:1', '16:9', '2:3', '3:2', '3:4', '4:3', '9:16'] as const;

/** Text to image, and image to image where a source is given (interface: Text to image and image to image). */
export const generate = createOperation({
	value: 'generate',
	name: 'Generate',
	action: 'Generate an image',
	description:
		'Generate images from a description, or from another image and a description. Gives the ID, the addresses of up to four images, and the buttons (U1 to U4, V1 to V4) for Upscale and Vary.',
	kind: jobKinds.image,
	makesImages: true,
	fields: [
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			default: '',
			required: true,
			typeOptions: { rows: 4 },
			placeholder: 'e.g. A lighthouse at dawn, watercolour',
			description: 'What the image should show',
		},
		{
			displayName: 'Aspect Ratio',
			name: 'scale',
			type: 'options',
			default: '1:1',
			options: SCALES.map((value) => ({ name: value, value })),
			description: 'Width to height of the image',
		},
		mediaField({
			name: 'sourceImage',
			displayName: SOURCE,
			description: 'An image to start from. Left empty, the image is made from the prompt alone',
		}),
	],
	input: z.object({ prompt: text, scale: choice(SCALES, '1:1'), sourceImage: optionalMedia }),
	async plan({ prompt, scale, sourceImage }, { mediaUrl }) {
		return {
			request: {
				method: 'POST',
				path: '/content/image/createbyprompt',
				body: {
					prompt,
					scale,
					...(sourceImage && { source_image: await mediaUrl(sourceImage, SOURCE) }),
				},
				intent: 'create',
				group: 'image',
			},
		};
	},
});
