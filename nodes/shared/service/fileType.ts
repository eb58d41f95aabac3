export const HEAD_BYTES = 64;

const TYPES = {
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
	gif: 'image/gif',
	bmp: 'image/bmp',
	heic: 'image/heic',
	avif: 'image/avif',
	mp4: 'video/mp4',
	mov: 'video/quicktime',
	webm: 'video/webm',
	mkv: 'video/x-matroska',
	mp3: 'audio/mpeg',
	wav: 'audio/wav',
	m4a: 'audio/mp4',
	ogg: 'audio/ogg',
} as const;
type MimeType = (typeof TYPES)[keyof typeof TYPES];

export const MIME_TYPES: Readonly<Record<string, string>> = TYPES;

const SIGNATURES: ReadonlyArray<[mimeType: MimeType, ...parts: Array<[at: number, bytes: RegExp]>]> = [
	['image/png', [0, /^\x89PNG\r\n.\n/]],
	['image/jpeg', [0, /^\xff\xd8\xff/]],
	['image/gif', [0, /^GIF8[79]a/]],
	['image/webp', [0, /^RIFF/], [8, /^WEBP/]],
	['audio/wav', [0, /^RIFF/], [8, /^WAVE/]],
	['image/bmp', [0, /^BM.{4}\0{4}/s]],
	['image/avif', [4, /^ftypavi[fs]/]],
	['image/heic', [4, /^ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/]],
	['audio/mp4', [4, /^ftypM4[ABP] /]],
	['video/quicktime', [4, /^ftypqt {2}/]],
	['video/mp4', [4, /^ftyp/]],
	['video/quicktime', [4, /^(?:moov|mdat|wide|free|skip)/]],
	['video/webm', [0, /^.\x45\xdf\xa3.*webm/s]],
	['video/x-matroska', [0, /^.\x45\xdf\xa3/s]],
	['audio/ogg', [0, /^OggS/]],
	['audio/mpeg', [0, /^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/]],
];

const SAME_CONTAINER: Readonly<Record<string, readonly string[]>> = {
	'video/mp4': ['audio/mp4', 'audio/x-m4a', 'video/quicktime', 'video/x-m4v'],
	'video/webm': ['audio/webm'],
	'audio/ogg': ['video/ogg', 'application/ogg', 'audio/opus'],
};

export function mimeTypeOf(head: Uint8Array, declared = ''): string | undefined {
	const text = latin1(head);
	const found = SIGNATURES.find(([, ...parts]) =>
		parts.every(([at, bytes]) => bytes.test(text.slice(at))),
	)?.[0];
	const same = found === undefined ? undefined : SAME_CONTAINER[found]?.find((type) => type === declared);
	return same ?? found;
}

/** Whether it begins as a web page, XML or JSON does. */
export function isMessage(head: Uint8Array): boolean {
	return /^(?:\xef\xbb\xbf)?\s*(?:<[!?a-z/]|[{[]\s*["{[\]}]|\{$)/i.test(latin1(head));
}

export function bareType(declared: string): string {
	return declared.split(';')[0]?.trim().toLowerCase() ?? '';
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
