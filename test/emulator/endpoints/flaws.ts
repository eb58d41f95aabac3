import { Refusal } from '../http/refusal';

const texts: Record<number, string> = {
	1108: 'Image generation error, try again later',
	1109: 'Create avatar video error',
	1201: 'Create audio error, try again later',
	1203: 'The video must have audio',
	1204: 'Video duration exceeds 60 s',
	1205: 'Create video error, try again later',
	1207: 'Video exceeds the size limit of 300M',
	1209: 'Upload a video in another encoding format',
	1210: 'Video frame rate exceeds the allowed value',
	1211: 'Create lip sync error, try again later',
};

/** Marks in a file's name that stand for what is wrong with it, since the emulator looks into no video and no sound. */
const marks: ReadonlyArray<[RegExp, number]> = [
	[/silent/, 1203],
	[/too-long/, 1204],
	[/too-large/, 1207],
	[/odd-codec/, 1209],
	[/speechless/, 1201],
	[/faceless/, 1211],
];

/** What a call looks for in the files that it is given. */
export interface Wanted {
	/** The code of a file that nothing can be made of. */
	corrupt: number;
	/** The codes of the marks that it minds. */
	codes?: number[];
	/** Frames a second; more is code 1210. */
	mostFrames?: number;
}

/** Refuses files with a flaw in their names, with the codes of the call's group (service.md: Errors). */
export function refuseFlaws(urls: string[], { corrupt, codes = [], mostFrames = Infinity }: Wanted): void {
	for (const url of urls) {
		const { pathname } = new URL(url);
		const frames = Number(/(\d+)fps/.exec(pathname)?.[1] ?? 0);
		const mark = marks.find(([name, code]) => codes.includes(code) && name.test(pathname));
		const code = /corrupt/.test(pathname) ? corrupt : frames > mostFrames ? 1210 : mark?.[1];
		if (code !== undefined) throw new Refusal(code, texts[code] ?? '');
	}
}
