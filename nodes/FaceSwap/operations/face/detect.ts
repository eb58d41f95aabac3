import { numberFaces } from '../../../shared/faces';
import { binaryOf, pictureData, signedUrlIfAny } from '../../../shared/media/binaryFile';
import type { Media } from '../../../shared/operation/parameters/resourceLocators';
import { defineCall } from '../../../shared/operation/defineOperation';
import { FILE_FIELD, media } from '../../../shared/operation/parameters/resourceLocators';
import { flag } from '../../../shared/operation/parameters/builders';
import type { Tools } from '../../../shared/operation/types';
import { withoutAbsent } from '../../../shared/service/values';
import { serviceAddress } from '../../../shared/transport/account';
import { detectFaces } from '../../detectPicture';

const LABEL = 'Picture';

/** Face detection (service.md: Face detection); a binary goes as base64 and needs no address. */
export const detect = defineCall({
	value: 'detect',
	name: 'Detect',
	action: 'Detect faces in a picture',
	description: 'Find the faces of a picture, for Face Mapper or for a look at their numbers',
	parameters: {
		image: media(LABEL, { description: 'The picture in which faces are looked for', fileHint: FILE_FIELD }),
		singleFace: flag('Only the Largest Face', { description: 'Whether to return only the largest face' }),
	},
	async call({ image, singleFace }, tools) {
		const { sent, imageUrl } = await pictureOf(image, tools);
		const request = { single_face: singleFace, ...sent };
		const { answer, picture } = await detectFaces(tools, request, imageUrl, image.mode === 'binary');
		const { faces } = numberFaces([picture], 'leftToRight', LABEL);
		const ours = withoutAbsent({
			faceCount: faces.length,
			faces: faces.map(({ number, opts, videoOpts, region }) =>
				withoutAbsent({ number, opts, videoOpts, region }),
			),
			imageUrl,
		});
		// The fields that people read come first; the service's lists are ordered differently from the numbers.
		return { ...ours, ...answer, ...ours };
	},
});

async function pictureOf(image: Media, { context, item }: Tools) {
	if (image.mode === 'url') return { sent: { image_url: image.url }, imageUrl: image.url };
	const field = binaryOf(context, item, image.property, LABEL);
	return {
		sent: { img: await pictureData(context, item, field) },
		imageUrl: signedUrlIfAny(context, field.binary, await serviceAddress(context)),
	};
}
