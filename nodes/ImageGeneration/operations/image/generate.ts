import { choice, defineCreate, optionalMedia, shapes, text } from '../../../shared/operation';

const SOURCE = 'Source Image';
const SCALES = ['1:1', '16:9', '3:2', '4:3', '9:16', '2:3', '3:4'] as const;

export const generate = defineCreate({
	value: 'generate',
	action: 'Generate image',
	description: 'Generate up to four images (resultUrls) from a prompt. Upscale and Vary take its ID.',
	kind: 'image',
	to: { path: '/content/image/createbyprompt' },
	makesImages: true,
	parameters: {
		prompt: text('Prompt', {
			typeOptions: { rows: 4 },
			placeholder: 'e.g. A lighthouse at dawn, watercolor',
			description: 'What the image shows, in words',
		}),
		scale: choice('Aspect Ratio', {
			default: '1:1',
			options: shapes(SCALES),
			description: `Width to height of the image. In an expression: ${SCALES.join(', ')}.`,
		}),
		sourceImage: optionalMedia(SOURCE, {
			placeholder: 'e.g. https://example.com/image.jpg',
			description: 'An image to start from. Without it, the service uses only the prompt.',
		}),
	},
	async plan({ prompt, scale, sourceImage }, { mediaUrl }) {
		const source = sourceImage && { source_image: await mediaUrl(sourceImage, SOURCE, 'image') };
		return { body: { prompt, scale, ...source } };
	},
});
