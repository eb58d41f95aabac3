import { bareType, MIME_TYPES, mimeTypeOf } from '../service/fileType';
import { parseUrl } from '../service/urls';
import { lastBytesOf, onlySeen } from '../service/values';

/** File systems take names of 255 bytes, and an extension may follow. */
const LONGEST_NAME = 240;

const SAYS_NOTHING = /^(?:|(?:application|binary)\/octet-stream|application\/x-download)$/;

export interface Naming {
	fallbackExtension?: string;
	called?: string;
}

export function fileOf(
	url: string,
	headers: Readonly<Record<string, unknown>>,
	{ fallbackExtension, called }: Naming = {},
	head: Uint8Array = Buffer.alloc(0),
): { name: string; mimeType: string } {
	const given =
		dispositionName(text(headers['content-disposition'])) ??
		bare(decoded(parseUrl(url)?.pathname ?? '')) ??
		'result';
	const header = bareType(text(headers['content-type']));
	const said = SAYS_NOTHING.test(header) ? undefined : header;
	const extension = extensionOf(given);
	const byName = MIME_TYPES[extension ?? ''];
	const shown = mimeTypeOf(head, byName ?? said);
	const byKind = MIME_TYPES[fallbackExtension ?? ''];
	const mimeType = shown ?? said ?? byName ?? byKind ?? 'application/octet-stream';
	const isWrong = byName !== undefined && shown !== undefined && shown !== byName;
	const stem = isWrong ? given.slice(0, given.lastIndexOf('.')) : given;
	const right = extensionOfType(shown ?? said) ?? (extension ? undefined : fallbackExtension);
	const hasItsOwn = right === undefined || (byName !== undefined && !isWrong);
	return { name: withOwnName(hasItsOwn ? given : `${stem}.${right}`, called), mimeType };
}

function withOwnName(ofService: string, called: string | undefined): string {
	// A slash in a reference is no folder.
	const own = bare(called?.replace(/[\\/]/g, '-'));
	const ending = extensionOf(ofService);
	if (own === undefined) return ofService;
	return ending === undefined ? own : `${own}.${ending}`;
}

const text = (header: unknown) => (typeof header === 'string' ? header : '');

function dispositionName(header: string): string | undefined {
	const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1];
	const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(header);
	const name = encoded === undefined ? (plain?.[1] ?? plain?.[2]) : decoded(encoded);
	return bare(name);
}

function bare(name: string | undefined): string | undefined {
	const last = name
		?.split(/[\\/]/)
		.pop()
		?.replace(/[\p{Cs}"<>|?*:]/gu, '');
	const seen = onlySeen(last ?? '').trim();
	if (/^\.*$/.test(seen)) return undefined;
	return lastBytesOf(seen, LONGEST_NAME);
}

function decoded(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

function extensionOf(name: string): string | undefined {
	return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
}

function extensionOfType(mimeType: string | undefined): string | undefined {
	return Object.entries(MIME_TYPES).find(([, type]) => type === mimeType)?.[0];
}
