import { faceOrderChoice } from '../shared/faces';
import { choiceField } from '../shared/operation/choiceField';

const whichFaces = { displayName: 'Which Faces', name: 'whichFaces' };
const provided = {
	name: 'From Face Mapper or JSON',
	value: 'provided',
	description: 'The faces come from the input, as Face Mapper makes them, or as JSON of your own',
} as const;

/** Which faces a swap replaces, and by what. */
export const facesToReplace = choiceField({
	...whichFaces,
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
	description: 'Which faces are replaced, and by which new face',
});

/** Which faces an age change is for. */
export const facesToAge = choiceField({
	...whichFaces,
	default: 'all',
	options: [
		{ name: 'All', value: 'all', description: 'Everyone who is found, at most 8' },
		{
			name: 'Choose Faces',
			value: 'choose',
			description: 'Only the faces that you name by their numbers; the others stay as they are',
		},
		provided,
	],
	description: 'Whose age is changed',
});

/** How the faces of a picture are numbered: an option of operations that detect faces. */
export const faceOrder = choiceField({
	...faceOrderChoice,
	displayOptions: { hide: { '/whichFaces': ['provided'] } },
});
