import * as build from '../shared/operation';

const NUMBERS = ['First', 'Second', 'Third', 'Fourth'];

/** The service refuses an image that is not completed or lacks the button (service.md: Upscale and vary). */
export const defineButton = (letter: 'U' | 'V', shown: build.Shown) =>
	build.defineCreate({
		...shown,
		kind: 'image',
		makesImages: true,
		to: { path: '/content/image/createbybutton' },
		parameters: {
			recordId: build.givenId('The ID of the generation or variation that has the image'),
			imageNumber: build.parameter(
				'options',
				build.numberSchema({ min: 1, max: 4, whole: true }),
				'Image Number',
				{
					default: 1,
					options: NUMBERS.map((name, index) => ({ name, value: index + 1 })),
					description: 'The number of the image, from 1 to 4, as in resultUrls and downloaded files',
				},
			),
		},
		plan: ({ recordId, imageNumber }) => ({ body: { _id: recordId, button: `${letter}${imageNumber}` } }),
	});
