import { pairings } from '../shared/faces';
import { MAX_FACES } from '../shared/service/codes';
import { without } from '../shared/service/values';
import * as build from '../shared/operation';
import * as common from './parameters';

export const NEW_FACES = 'New Faces (JSON)';

/** service.md: Face swap */
export const swapParameters = {
	sourcePicture: common.withVariants(
		build.optionalMedia(common.NEW_FACE, { required: true }),
		(field) => ({
			...field,
			displayOptions: { show: { whichFaces: ['inOrder', 'oneForAll'] } },
			description: 'The image that shows the new face, or one new face for each face to replace',
		}),
		(field) => ({
			...without(field, 'required'),
			displayOptions: common.whenChoosing,
			description: 'An image that shows only the new face, for all replacements without an image',
		}),
	),
	whichFaces: build.choice('Which Faces', {
		builderHint:
			'oneForAll puts one new face on everyone, inOrder pairs several from left to right, choose takes replacements. provided only follows a faceMapper node.',
		default: 'inOrder',
		options: [...pairings, common.provided],
		description: `The faces to replace, at most ${MAX_FACES}, and their new faces`,
	}),
	replacements: build.list(
		'Replacements',
		{ name: 'face', displayName: 'Face' },
		{
			faceNumber: build.number('Face Number', {
				default: 1,
				min: 1,
				whole: true,
				description: 'The face to replace, counted from 1, left to right unless Face Order says otherwise',
			}),
			sourcePicture: build.optionalMedia(common.NEW_FACE, {
				placeholder: 'Empty: the image above',
				description: 'An image that shows only this new face. Leave it empty for the image above.',
			}),
		},
		{
			placeholder: 'Add Replacement',
			typeOptions: {
				multipleValues: true,
				fixedCollection: { itemTitle: '=Face {{ $collection.item.value.faceNumber }}' },
			},
			default: { face: [{ faceNumber: 1, sourcePicture: { __rl: true, mode: 'url', value: '' } }] },
			displayOptions: common.whenChoosing,
			description: 'The faces to replace. All other faces stay as they are.',
		},
	),
	targetImage: common.targetFaces,
	sourceImage: build.json(NEW_FACES, {
		default: '={{ $json.sourceImage }}',
		required: true,
		displayOptions: common.whenProvided,
		description: 'List of new faces from Face Mapper, in the order of the faces to replace',
	}),
};

export const swapOptions = {
	order: common.order,
	faceEnhance: build.switchedOn('Face Enhancement', {
		description: 'Whether the service enhances the new faces',
	}),
};

export const swapBody = ({ faceEnhance }: { faceEnhance: boolean }) => ({
	face_enhance: Number(faceEnhance),
});

export type SwapFaces = build.Given<typeof swapParameters, typeof swapOptions>;
