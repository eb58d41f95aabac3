import type { WorkflowJson } from './engine';
import { faceSwap } from './bench';

const GOES_ON = { onError: 'continueRegularOutput' as const };
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
	`must be one whole address that starts with http:// or https://, but ${given} was given; for a file of the item itself choose By File`;
const ADDRESS = (given: string) => refusedFile(`"${given}"`);
const NO_FILE = refusedFile('nothing');

/** Parameters that can't be right, and the sentence that says so. */
export const badInput: Array<[string, WorkflowJson, string]> = [
	['no picture', detect({ modifyImage: '' }), `Picture to Change ${NO_FILE}`],
	['a relative address', detect({ modifyImage: 'img/a.png' }), `Picture to Change ${ADDRESS('img/a.png')}`],
	[
		'another protocol',
		detect({ modifyImage: 'ftp://example.com/a.png' }),
		`Picture to Change ${ADDRESS('ftp://example.com/a.png')}`,
	],
	[
		'an address without http',
		detect({ modifyImage: 'example.com/a.png' }),
		`Picture to Change ${ADDRESS('example.com/a.png')}`,
	],
	[
		'an object for an address',
		detect({ modifyImage: { url: 1 } }),
		`Picture to Change ${refusedFile('{"url":1}')}`,
	],
	['a number for an address', detect({ modifyImage: 5 }), `Picture to Change ${refusedFile('5')}`],
	[
		'no new face',
		detect({ sourcePicture: '' }),
		'New Face Picture must be the picture that shows the new face, but nothing was given',
	],
	['a relative new face', detect({ sourcePicture: 'me.jpg' }), `New Face Picture ${ADDRESS('me.jpg')}`],
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
		'a face number 0',
		replace({ faceNumber: -1 }),
		'Replacements › Face 1 › Face Number must be at least 0, but -1 was given',
	],
	[
		'half a face',
		replace({ faceNumber: 1.5 }),
		'Replacements › Face 1 › Face Number must be a whole number, but 1.5 was given',
	],
	[
		'a replacement without a picture',
		replace({ faceNumber: 2 }),
		'Replacements › Face 1 › Its Own New Face must be the picture that shows the new face, but nothing was given',
	],
	[
		'a replacement that is no address',
		replace({ faceNumber: 1, sourcePicture: 'x.png' }),
		`Replacements › Face 1 › Its Own New Face ${ADDRESS('x.png')}; or leave it empty`,
	],
	[
		'a time in words',
		detect({ options: { timeout: 'soon' } }),
		'Timeout (Minutes) must be a number, but "soon" was given',
	],
	[
		'no time',
		detect({ options: { timeout: -5 } }),
		'Timeout (Minutes) must be more than 0, but -5 was given',
	],
	[
		'too many submissions',
		detect({ options: { maxConcurrent: 500 } }),
		'Submissions at a Time must be at most 50, but 500 was given',
	],
	[
		'half a job',
		detect({ options: { maxInProgress: 1.5 } }),
		'Jobs in Progress at a Time must be a whole number, but 1.5 was given',
	],
	[
		'credits in words',
		detect({ options: { minimumCredit: 'all' } }),
		'Minimum Credit must be a number, but "all" was given',
	],
	[
		'a callback address that is none',
		detect({ waitForCompletion: false, webhookUrl: 'n8n/webhook/1' }),
		'Webhook URL must be one whole address that starts with http:// or https://, but "n8n/webhook/1" was given',
	],
	['no face to choose', replace(), 'Replacements must name the faces to replace, but nothing was given'],
	['no video', detectInVideo({ modifyVideo: '' }), `Video to Change ${NO_FILE}`],
	[
		'no still',
		detectInVideo({ targetFrame: '' }),
		'Still From the Video must be a picture from the video that shows the faces to change, but nothing was given',
	],
	[
		'no face of an age change',
		ageOf(''),
		'Face Numbers must be the numbers of the faces to change, but nothing was given',
	],
	[
		'a face of an age change in words',
		ageOf('1, two'),
		'Face Numbers must be whole numbers from 1, with commas between them, but "1, two" was given',
	],
	[
		'a face 0 of an age change',
		ageOf([1, 0]),
		'Face Numbers must be whole numbers from 1, with commas between them, but [1,0] was given',
	],
	['31 years', age(31), 'Years Older or Younger must be at most 30, but 31 was given'],
	['years in words', age('old'), 'Years Older or Younger must be a number, but "old" was given'],
	['no years', age(''), 'Years Older or Younger must be a number, but nothing was given'],
	['half a year', age(2.5), 'Years Older or Younger must be a whole number, but 2.5 was given'],
	[
		'no job IDs',
		faceSwap('reage', 'cancel', { jobIds: '={{ $json.jobId }}' }, GOES_ON),
		'Job IDs must be filled in, but nothing was given',
	],
	[
		'nothing to delete',
		faceSwap('result', 'delete', { ids: '={{ $json.id }}' }, GOES_ON),
		'IDs must be filled in, but nothing was given',
	],
	[
		'no picture to look at',
		faceSwap('face', 'detect', { image: '={{ $json.photo }}' }, GOES_ON),
		`Picture ${NO_FILE}`,
	],
];
