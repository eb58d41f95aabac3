import { fromDetection, numberFaces } from '../../../shared/faces/given';
import { BinaryFile } from '../../../shared/media/binaryFile';
import { defineCall, FILE_FIELD, flag, media, type Media, type Tools } from '../../../shared/operation';
import { withoutAbsent } from '../../../shared/service/values';
import { detectFaces } from '../../pairFaceItems';

const LABEL = 'Image';

/** A binary goes as base64 and needs no address. */
export const detect = defineCall({
	value: 'detect',
	action: 'Detect faces in image',
	description: 'Find the faces in an image, for Face Mapper or to see their numbers',
	parameters: {
		image: media(LABEL, { description: 'The image in which to look for faces', fileHint: FILE_FIELD }),
		singleFace: flag('Only the Largest Face', { description: 'Whether to return only the largest face' }),
	},
	async call({ image, singleFace }, tools) {
		const { sent, imageUrl } = await imageOf(image, tools);
		const answer = await detectFaces(tools, { single_face: singleFace, ...sent });
		const { faces } = numberFaces([fromDetection(answer, imageUrl)], 'leftToRight', LABEL);
		const ours = withoutAbsent({
			faceCount: faces.length,
			faces: faces.map(({ number, opts, videoOpts, region }) =>
				withoutAbsent({ number, opts, videoOpts, region }),
			),
			imageUrl,
		});
		// The service's lists are ordered differently from the numbers.
		return { ...ours, ...answer, ...ours };
	},
});

async function imageOf(image: Media, { context, item, mediaUrl, serviceUrl }: Tools) {
	if (image.mode === 'url') {
		const imageUrl = await mediaUrl(image, LABEL, 'image');
		return { sent: { image_url: imageUrl }, imageUrl };
	}
	const file = new BinaryFile(context, item, image.property, LABEL);
	return { sent: { img: await file.image() }, imageUrl: await file.urlIfAny(await serviceUrl()) };
}
