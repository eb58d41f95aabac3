import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { mediaField } from '../../../shared/media/field';
import { optionalMedia } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { choice, text } from '../../../shared/operation/inputs';

const SOURCE = 'Source Image';

/** Width to height (service.md: Images), the usual one first. */
const SCALES = ['1:1', '16:9', '3:2', '4:3', '9:16', '2:3', '3:4'] as const;
const [SQUARE] = SCALES;

function nameOf(scale: string): string {
	const [width = 0, height = 0] = scale.split(':').map(Number);
	return `${width === height ? 'Square' : width > height ? 'Landscape' : 'Portrait'}, ${scale}`;
}

/** Text to image, and image to image where a source is given (service.md: Images). */
export const generate = createOperation({
	value: 'generate',
	name: 'Generate',
	action: 'Generate an image',
	description:
		'Generate images from a description, or from another image and a description. Gives the ID, which Upscale and Vary take, and the addresses of up to four images (resultUrls).',
	kind: jobKinds.image,
	to: { path: '/content/image/createbyprompt' },
	makesImages: true,
	sends: { prompt: 'prompt', scale: 'scale', source_image: 'sourceImage' },
	fields: [
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			default: '',
			required: true,
			typeOptions: { rows: 4 },
			placeholder: 'e.g. A lighthouse at dawn, watercolour',
			description: 'What the image should show, in words',
		},
		{
			displayName: 'Aspect Ratio',
			name: 'scale',
			type: 'options',
			default: SQUARE,
			options: SCALES.map((value) => ({ name: nameOf(value), value })),
			description: 'Width to height of the image, such as 16:9',
		},
		mediaField({
			name: 'sourceImage',
			displayName: SOURCE,
			description:
				'An image to start from, by its address. Left empty, the image is made from the prompt alone.',
		}),
	],
	input: z.object({ prompt: text, scale: choice(SCALES, SQUARE), sourceImage: optionalMedia }),
	async plan({ prompt, scale, sourceImage }, { mediaUrl }) {
		return {
			body: {
				prompt,
				scale,
				...(sourceImage && { source_image: await mediaUrl(sourceImage, SOURCE) }),
			},
		};
	},
});
