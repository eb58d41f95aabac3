import type { WorkflowJson } from './engine';
import { FACES, faceSwap, GOES_ON, swap } from './bench';

const json = (value: unknown) => JSON.stringify(value);
const replace = (...entries: object[]) =>
	detect({ whichFaces: 'choose', replacements: json({ face: entries }), sourcePicture: '' });

/** A swap that looks for the faces; every parameter comes from an expression, as from a row of a sheet. */
export const detect = (parameters: Record<string, unknown>) =>
	fromExpressions('swapImage', {
		modifyImage: 'http://127.0.0.1:9/a.png',
		sourcePicture: 'http://127.0.0.1:9/b.png',
		...parameters,
	});
const detectInVideo = (parameters: Record<string, unknown>) =>
	fromExpressions('swapVideo', {
		modifyVideo: 'http://127.0.0.1:9/a.mp4',
		targetFrame: 'http://127.0.0.1:9/a.png',
		sourcePicture: 'http://127.0.0.1:9/b.png',
		...parameters,
	});
const age = (faceReage: unknown) =>
	faceSwap(
		'reage',
		'reageImage',
		{ modifyImage: 'http://127.0.0.1:9/a.png', faceReage: `={{ ${json(faceReage)} }}` },
		GOES_ON,
	);
const ageOf = (faceNumbers: unknown) =>
	faceSwap(
		'reage',
		'reageImage',
		{
			modifyImage: 'http://127.0.0.1:9/a.png',
			whichFaces: 'choose',
			faceNumbers: `={{ ${json(faceNumbers)} }}`,
		},
		GOES_ON,
	);
function fromExpressions(operation: string, parameters: Record<string, unknown>): WorkflowJson {
	const { replacements, options, ...rest } = parameters;
	const expressions = Object.fromEntries(
		Object.entries(rest).map(([name, value]) => [name, `={{ ${json(value)} }}`]),
	);
	const plain = JSON.parse(json({ options, replacements: replacements && JSON.parse(String(replacements)) }));
	return faceSwap('faceSwap', operation, { ...expressions, ...plain }, GOES_ON);
}

const refusedFile = (given: string) =>
	`must be one whole address that starts with http:// or https://, but ${given} was given`;
const ADDRESS = (given: string) => refusedFile(`"${given}"`);

/** Parameters that can't be right, and the sentence that says so. */
export const badInput: Array<[string, WorkflowJson, string]> = [
	[
		'faces that the input does not have',
		swap({ targetImage: '={{ $json.targetImage }}' }, GOES_ON),
		'Faces to Replace (JSON) is empty',
	],
	[
		'two faces for one',
		swap({ targetImage: json([...FACES.targetImage, ...FACES.targetImage]) }, GOES_ON),
		'Faces to Replace (JSON) has 2 faces, and New Faces (JSON) has 1 face',
	],
	['no image', detect({ modifyImage: '' }), 'Image to Change is empty'],
	[
		'another protocol',
		detect({ modifyImage: 'ftp://example.com/a.png' }),
		`Image to Change ${ADDRESS('ftp://example.com/a.png')}`,
	],
	['no new face', detect({ sourcePicture: '' }), 'New Face Image is empty'],
	[
		'no such choice',
		detect({ whichFaces: 'random' }),
		'Which Faces must be one of inOrder, oneForAll, choose, provided, but "random" was given',
	],
	[
		'no such order',
		detect({ options: { order: 'rtl' } }),
		'Face Order must be one of leftToRight, largestFirst, asDetected, but "rtl" was given',
	],
	[
		'no yes or no',
		detect({ options: { faceEnhance: 'maybe' } }),
		'Face Enhancement must be true or false, but "maybe" was given',
	],
	[
		'a face number in words',
		replace({ faceNumber: 'two' }),
		'Replacements › Face 1 › Face Number must be a number, but "two" was given',
	],
	[
		'a replacement without an image',
		replace({ faceNumber: 2 }),
		'Replacements › Face 1 › New Face Image is empty',
	],
	[
		'no time',
		detect({ options: { timeout: -5 } }),
		'Timeout (Minutes) must be more than 0, but -5 was given',
	],
	[
		'half a job',
		detect({ options: { maxInProgress: 1.5 } }),
		'Maximum Open Jobs must be a whole number, but 1.5 was given',
	],
	[
		'a callback address that is none',
		detect({ waitForCompletion: false, webhookUrl: 'n8n/webhook/1' }),
		'Webhook URL must be one whole address that starts with http:// or https://, but "n8n/webhook/1" was given',
	],
	['no face to choose', replace(), 'Replacements is empty'],
	['no video', detectInVideo({ modifyVideo: '' }), 'Video to Change is empty'],
	['no still', detectInVideo({ targetFrame: '' }), 'Still From the Video is empty'],
	['no face of an age change', ageOf(''), 'Face Numbers is empty'],
	[
		'a face of an age change in words',
		ageOf('1, two'),
		'Face Numbers must be whole numbers from 1, with commas between them, but "1, two" was given',
	],
	['31 years', age(31), 'Years Older or Younger must be at most 30, but 31 was given'],
	['no job IDs', faceSwap('job', 'cancel', { jobIds: '={{ $json.jobId }}' }, GOES_ON), 'Job IDs is empty'],
];
