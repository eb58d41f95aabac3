import { jobKinds } from '../../../shared/jobs/kinds';
import { defineCreate } from '../../../shared/operation/defineOperation';
import { optionalMedia } from '../../../shared/operation/parameters/resourceLocators';
import { choice, text } from '../../../shared/operation/parameters/builders';

const SOURCE = 'Source Image';

/** Width to height (service.md: Images), the usual one first. */
const SCALES = ['1:1', '16:9', '3:2', '4:3', '9:16', '2:3', '3:4'] as const;

function nameOf(scale: string): string {
	const [width = 0, height = 0] = scale.split(':').map(Number);
	return `${width === height ? 'Square' : width > height ? 'Landscape' : 'Portrait'}, ${scale}`;
}

/** Text to image, and image to image where a source is given (service.md: Images). */
export const generate = defineCreate({
	value: 'generate',
	name: 'Generate',
	action: 'Generate an image',
	description:
		'Generate images from a description, or from another image and a description. Gives the ID, which Upscale and Vary take, and the addresses of up to four images (resultUrls).',
	kind: jobKinds.image,
	to: { path: '/content/image/createbyprompt' },
	makesImages: true,
	parameters: {
		prompt: text('Prompt', {
			typeOptions: { rows: 4 },
			placeholder: 'e.g. A lighthouse at dawn, watercolour',
			description: 'What the image should show, in words',
		}),
		scale: choice('Aspect Ratio', {
			default: '1:1',
			options: SCALES.map((value) => ({ name: nameOf(value), value })),
			description: `Width to height of the image. In an expression: ${SCALES.join(', ')}.`,
		}),
		sourceImage: optionalMedia(SOURCE, {
			placeholder: 'Optional: https://example.com/picture.jpg',
			description:
				'Optional: an image to start from, by its address. Without it, the image is made from the prompt alone.',
		}),
	},
	async plan({ prompt, scale, sourceImage }, { mediaUrl }) {
		const source = sourceImage && { source_image: await mediaUrl(sourceImage, SOURCE) };
		return { body: { prompt, scale, ...source } };
	},
});
