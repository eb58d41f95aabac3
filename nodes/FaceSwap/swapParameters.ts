import { optionalMedia } from '../shared/operation/parameters/resourceLocators';
import {
	choice,
	json,
	list,
	number,
	optionalFlag,
	type Given,
} from '../shared/operation/parameters/builders';
import {
	noticeInPlace,
	order,
	provided,
	targetFaces,
	whenChoosing,
	whenProvided,
	withVariants,
} from './parameters';

const NEW_FACE = 'New Face Picture';

/** The new faces, and which faces get them: in order, chosen by their numbers, or as lists (service.md: Face swap). */
export const swapParameters = {
	sourcePicture: withVariants(
		optionalMedia(NEW_FACE, { required: true }),
		(field) => ({
			...field,
			displayOptions: { show: { whichFaces: ['inOrder', 'oneForAll'] } },
			description: 'The picture that shows the new face, or one new face for each face to replace',
		}),
		({ required: _, ...field }) => ({
			...field,
			displayOptions: whenChoosing,
			description:
				'The picture that shows the new face alone, for all replacements without a picture of their own',
		}),
		noticeInPlace('No new face picture is needed: the faces come from the input', whenProvided),
	),
	whichFaces: choice('Which Faces', {
		default: 'inOrder',
		options: [
			{
				name: 'In Order, Left to Right',
				value: 'inOrder',
				description: 'The first new face replaces the first face, and so on',
			},
			{
				name: 'One New Face for Everyone',
				value: 'oneForAll',
				description: 'The one new face replaces all faces',
			},
			{
				name: 'Choose Faces',
				value: 'choose',
				description: 'Each face that you name by its number gets a new face; the others stay as they are',
			},
			provided,
		],
		description:
			'Which faces are replaced, and by which new face. In an expression: inOrder, oneForAll, choose, provided.',
	}),
	/** An entry without a picture takes the node's New Face Picture. */
	replacements: list(
		'Replacements',
		{ name: 'face', displayName: 'Face' },
		{
			faceNumber: number('Face Number', {
				default: 0,
				min: 0,
				whole: true,
				hint: '1 is the face on the left. 0 is the next one: the face after that of the entry above.',
				description: 'Which face to replace, counted from 1, left to right unless Face Order says otherwise',
			}),
			sourcePicture: optionalMedia('Its Own New Face', {
				description:
					'A picture that shows the new face of this one alone. Left empty, the New Face Picture above is used.',
			}),
		},
		{
			placeholder: 'Add Replacement',
			default: { face: [{ faceNumber: 1, sourcePicture: { __rl: true, mode: 'url', value: '' } }] },
			displayOptions: whenChoosing,
			description: 'Replaces only the faces that are named here; the others stay as they are',
		},
	),
	targetImage: targetFaces('Faces to Replace (JSON)'),
	sourceImage: json('New Faces (JSON)', {
		default: '={{ $json.sourceImage }}',
		required: true,
		displayOptions: whenProvided,
		description: 'List of new faces as Face Mapper makes it, in the order of the faces to replace',
	}),
};

export const swapOptions = {
	order,
	faceEnhance: optionalFlag('Face Enhancement', {
		description:
			'Whether to have the new faces enhanced by the service. Without this option, the service decides.',
	}),
};

/** What the options of a swap put into the body of its request; nothing for one that was left alone. */
export const swapBody = ({ faceEnhance }: { faceEnhance?: boolean }) =>
	faceEnhance === undefined ? {} : { face_enhance: Number(faceEnhance) };

export type SwapFaces = Given<typeof swapParameters, typeof swapOptions>;
