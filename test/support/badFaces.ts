import { FACES, swap } from './bench';
import type { WorkflowJson } from './engine';

const GOES_ON = { onError: 'continueRegularOutput' as const };
const json = (value: unknown) => JSON.stringify(value);
const face = FACES.targetImage[0]!;
const target = (value: string) => swap({ targetImage: value }, GOES_ON);
const oneTarget = (changes: object) => target(json([{ ...face, ...changes }]));

/** Faces that can't be right, and the sentence that says so. */
export const badFaces: Array<[string, WorkflowJson, string]> = [
	['JSON that is none', target('[{"path":'), 'Faces to Replace (JSON) is not JSON: [{"path":'],
	[
		'an address for faces',
		target('https://example.com/a.png'),
		'Faces to Replace (JSON) is not JSON: https://example.com/a.png',
	],
	['key points alone', target(face.opts), `Faces to Replace (JSON) is not JSON: ${face.opts}`],
	['no faces', target('[]'), 'Faces to Replace (JSON) has no faces'],
	[
		'faces that the input does not have',
		target('={{ $json.targetImage }}'),
		'Faces to Replace (JSON) has no faces',
	],
	['a number for faces', target('={{ 5 }}'), 'Faces to Replace (JSON) is 5, not a list of faces'],
	[
		'three points',
		oneTarget({ opts: '1,2:3,4:5,6' }),
		'Face 1 of Faces to Replace (JSON) has "1,2:3,4:5,6" as its opts, where four points belong',
	],
	[
		'points that are a list',
		oneTarget({ opts: [[1, 2]] }),
		'Face 1 of Faces to Replace (JSON) has [[1,2]] as its opts, where four points belong',
	],
	[
		'path and opts swapped',
		oneTarget({ path: face.opts, opts: face.path }),
		`Face 1 of Faces to Replace (JSON) has "${face.opts}" as its path, where the address of the picture belongs`,
	],
	[
		'a face without a path',
		oneTarget({ path: undefined }),
		'Face 1 of Faces to Replace (JSON) has nothing as its path, where the address of the picture belongs',
	],
	[
		'a relative path',
		oneTarget({ path: 'a.png' }),
		'Face 1 of Faces to Replace (JSON) has "a.png" as its path, where the address of the picture belongs',
	],
	[
		'nine faces',
		target(json(Array(9).fill(face))),
		'Faces to Replace (JSON): 9 faces are more than the 8 that can be changed at once',
	],
	[
		'two faces for one',
		target(json([face, face])),
		'Faces to Replace (JSON) has 2 faces, and New Faces (JSON) has 1 face',
	],
	[
		'a whole detection',
		target('={{ {"landmarks_str":["1"]} }}'),
		'Faces to Replace (JSON) is a whole output, not a list of faces',
	],
	[
		'no new faces',
		swap({ sourceImage: '={{ $json.sourceImage }}' }, GOES_ON),
		'New Faces (JSON) has no faces',
	],
];
