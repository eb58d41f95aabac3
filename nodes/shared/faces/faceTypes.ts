/**
 * One entry of targetImage or sourceImage, as the service takes it (service.md: Faces): `path` is the address of the
 * picture in which the face was detected, `opts` four `x,y` points of that picture, joined by `:`.
 */
export type FaceItem = Record<'path' | 'opts', string>;

/** Where a face is in its picture, in pixels from the upper left corner (service.md: Face detection). */
export interface Region {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** One face of a detection. */
export interface Face {
	/** The key points for an operation on an image. */
	opts: string;
	/** The key points for an operation on a video. */
	videoOpts: string;
	/** Absent where the service named none. */
	region?: Region;
	/** The face's place in the service's answer, counted from 0. */
	detectedIndex: number;
}

/** A picture that was looked at, and the faces found in it, in any order. */
export interface Picture {
	/** Undefined when the picture has no address: its faces can be shown, but not sent. */
	imageUrl: string | undefined;
	faces: Face[];
	/** How many faces it shows, also when some were left out of `faces` since. */
	seen: number;
}

/** Both lists of a swap, of equal length: the first new face replaces the first face, and so on. */
export interface FacePairs extends ChosenFaces {
	sourceImage: FaceItem[];
}

/** The faces to change. */
export interface ChosenFaces {
	targetImage: FaceItem[];
	/** Their numbers as a person counts them, from 1. */
	faceNumbers: number[];
}

/** The choice of the order in which the faces of a picture are numbered, as the screen has it. */
export const faceOrderChoice = {
	displayName: 'Face Order',
	name: 'order',
	default: 'leftToRight',
	options: [
		{ name: 'Left to Right', value: 'leftToRight' },
		{ name: 'Largest First', value: 'largestFirst' },
		{ name: 'As Detected', value: 'asDetected', description: 'As the service lists them' },
	],
	description: 'The order in which the faces of a picture get their numbers, from 1',
} as const;
export type FaceOrder = (typeof faceOrderChoice.options)[number]['value'];

/** What the faces are for: an operation on an image takes other key points than one on a video. */
export type MediaType = 'image' | 'video';

/** The most faces that one operation changes (service.md: Limits). */
export const MAX_FACES = 8;
