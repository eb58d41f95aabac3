import * as build from '../shared/operation';

/** The service refuses an image that is not completed or lacks the button (service.md: Upscale and vary). */
export const defineButton = (letter: 'U' | 'V', shown: build.Shown) =>
	build.defineCreate({
		...shown,
		kind: 'image',
		makesImages: true,
		to: { path: '/content/image/createbybutton' },
		parameters: {
			recordId: build.givenId('made the image by Generate or Vary (not by Upscale)'),
			imageNumber: build.number('Image Number', {
				...{ default: 1, min: 1, max: 4, whole: true },
				hint: 'U1 to U4 are Upscale, V1 to V4 are Vary. An upscale has neither: take the ID of its generation',
				description: 'The number of the image, from 1 to 4, as in resultUrls and downloaded files',
			}),
		},
		plan: ({ recordId, imageNumber }) => ({ body: { _id: recordId, button: `${letter}${imageNumber}` } }),
	});
