export const HEAD_BYTES = 64;

/** The first signature that fits counts. */
const FORMATS: ReadonlyArray<
	[extensions: string, mimeType: string, ...parts: Array<[at: number, bytes: RegExp]>]
> = [
	['png', 'image/png', [0, /^\x89PNG\r\n.\n/]],
	['jpg jpeg', 'image/jpeg', [0, /^\xff\xd8\xff/]],
	['gif', 'image/gif', [0, /^GIF8[79]a/]],
	['webp', 'image/webp', [0, /^RIFF/], [8, /^WEBP/]],
	['wav', 'audio/wav', [0, /^R(?:IFF|IFX|F64)/], [8, /^WAVE/]],
	['avi', 'video/x-msvideo', [0, /^RIFF/], [8, /^AVI /]],
	['tiff', 'image/tiff', [0, /^(?:II\*\0|MM\0\*)/]],
	['bmp', 'image/bmp', [0, /^BM.{4}\0{4}/s]],
	['avif', 'image/avif', [4, /^ftypavi[fs]/]],
	['heic', 'image/heic', [4, /^ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/]],
	['m4a', 'audio/mp4', [4, /^ftypM4[ABP] /]],
	['mov', 'video/quicktime', [4, /^ftypqt {2}/]],
	['mp4', 'video/mp4', [4, /^ftyp/]],
	['mov', 'video/quicktime', [4, /^(?:moov|mdat|wide|free|skip|styp|moof|sidx|uuid|pnot|pdin)/]],
	['webm', 'video/webm', [0, /^.\x45\xdf\xa3.*webm/s]],
	['mkv', 'video/x-matroska', [0, /^.\x45\xdf\xa3/s]],
	['ogg', 'audio/ogg', [0, /^OggS/]],
	['mp3', 'audio/mpeg', [0, /^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/]],
	['flac', 'audio/flac', [0, /^fLaC/]],
	['aac', 'audio/aac', [0, /^\xff[\xf0\xf1\xf8\xf9]/]],
	['pdf', 'application/pdf', [0, /^%PDF-/]],
	['zip', 'application/zip', [0, /^PK[^ -~]{2}/]],
];

/** By extension. */
export const MIME_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
	FORMATS.flatMap(([extensions, type]) => extensions.split(' ').map((each) => [each, type])),
);

const SAME_CONTAINER: Readonly<Record<string, readonly string[]>> = {
	'video/mp4': ['audio/mp4', 'audio/x-m4a', 'video/quicktime', 'video/x-m4v'],
	'video/webm': ['audio/webm'],
	'audio/ogg': ['video/ogg', 'application/ogg', 'audio/opus'],
};

export function mimeTypeOf(head: Uint8Array, declared = ''): string | undefined {
	const text = latin1(head);
	const isOf = ([at, bytes]: [at: number, bytes: RegExp]) => bytes.test(text.slice(at));
	const [, found] = FORMATS.find(([, , ...parts]) => parts.every(isOf)) ?? [];
	return (found && SAME_CONTAINER[found]?.find((type) => type === declared)) ?? found;
}

/** Whether it begins as a web page, XML or JSON does. */
export const isMessage = (head: Uint8Array): boolean =>
	/^(?:\xef\xbb\xbf)?\s*(?:<[!?a-z/]|[{[]\s*["{[\]}]|\{$)/i.test(latin1(head));

export type Wanted = 'image' | 'video' | 'audio';
export const WANTED = { image: 'an image', video: 'a video', audio: 'a sound' } as const;

/** New kinds of images have brands of their own. */
const FILM = /^ftyp(?:iso|mp4|avc|dash|M4V|f4v|3g|MSNV|mmp4|qt)/;
/** A film may be used for its sound, and such a container may hold one. */
const MAY_HOLD: Readonly<Record<Wanted, RegExp>> = {
	image: /^image/,
	video: /^video|\/ogg$/,
	audio: /^(?:audio|video)/,
};

/** Other types may begin with other bytes. */
const SIGNED =
	/^(?:image\/(?:png|jpe?g|gif|webp|bmp|tiff)|video\/(?:mp4|webm|x-matroska)|audio\/(?:x-)?wav)$/;

/** Also an image may be a text, by old customs. */
const TEXT = /^(?!P[1-6]\s|#EXT|\/\*)(?:\xef\xbb\xbf)?[\t\r\n -~]+$/;

/** Names the content of a file of another kind, if it is certain. A text may be a list of films if no type is given. */
export function otherThan(wanted: Wanted, head: Uint8Array, declared?: string): string | undefined {
	if (head.length === 0) return 'an empty file (0 bytes)';
	const type = mimeTypeOf(head);
	const text = latin1(head);
	if (type !== undefined) {
		const isUnsure = wanted === 'image' && type === 'video/mp4' && !FILM.test(text.slice(4));
		if (isUnsure || MAY_HOLD[wanted].test(type)) return undefined;
		const [kind = ''] = type.split('/');
		return kind in WANTED ? `${WANTED[kind as Wanted]} (${type})` : `a file of the type ${type}`;
	}
	if (/^(?:\xef\xbb\xbf)?\s*(?:<[?!][^>]*>\s*)*<svg\b/i.test(text)) return 'a drawing (image/svg+xml)';
	if (isMessage(head)) return 'a web page or a message';
	if (declared === undefined) return undefined;
	if (TEXT.test(text)) return 'a text file';
	return SIGNED.test(declared) ? `bytes that are no ${declared}` : undefined;
}

export const bareType = (declared: string): string => declared.split(';')[0]?.trim().toLowerCase() ?? '';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
