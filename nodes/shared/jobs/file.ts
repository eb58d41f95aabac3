import { parseUrl } from '../service/urls';
import { onlySeen } from '../service/values';

/** UTF-16 units of a name, counted from its end. */
const LONGEST_NAME = 200;

const MIME_TYPES: Readonly<Record<string, string>> = {
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
	gif: 'image/gif',
	mp4: 'video/mp4',
	mov: 'video/quicktime',
	webm: 'video/webm',
	mp3: 'audio/mpeg',
	wav: 'audio/wav',
	m4a: 'audio/mp4',
	ogg: 'audio/ogg',
};
const GENERIC_TYPES = new Set(['application/octet-stream', 'binary/octet-stream', 'application/x-download']);

/**
 * The name and MIME type of a downloaded file: from the answer's headers, else from the address.
 * @param headers of the answer, names in lower case
 * @param fallbackExtension where neither names one
 */
export function fileOf(
	url: string,
	headers: Readonly<Record<string, unknown>>,
	fallbackExtension?: string,
): { name: string; mimeType: string } {
	const given = dispositionName(text(headers['content-disposition'])) ?? nameOfPath(url) ?? 'result';
	const header = text(headers['content-type']).split(';')[0]?.trim().toLowerCase() ?? '';
	const declared = header === '' || GENERIC_TYPES.has(header) ? undefined : header;
	const extension = extensionOf(given);
	const known = extension && MIME_TYPES[extension] ? extension : undefined;
	const chosen = known ?? extensionOfType(declared) ?? fallbackExtension;
	const mimeType = declared ?? (chosen && MIME_TYPES[chosen]) ?? 'application/octet-stream';
	const isNamed = known !== undefined || (extension !== undefined && extensionOfType(declared) === undefined);
	const name = isNamed || chosen === undefined ? given : `${given}.${chosen}`;
	return { name, mimeType };
}

function text(header: unknown): string {
	return typeof header === 'string' ? header : '';
}

function dispositionName(header: string): string | undefined {
	const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1];
	const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(header);
	const name = encoded === undefined ? (plain?.[1] ?? plain?.[2]) : decoded(encoded);
	return bare(name);
}

function nameOfPath(url: string): string | undefined {
	const parsed = parseUrl(url);
	return parsed && bare(decoded(parsed.pathname));
}

/**
 * The last segment, without what a file system refuses or half a character, as n8n could not serve the file, and without
 * what would show another ending than the name has.
 */
function bare(name: string | undefined): string | undefined {
	const last = name
		?.split(/[\\/]/)
		.pop()
		?.replace(/[\p{Cs}"<>|?*:]/gu, '');
	const seen = onlySeen(last ?? '').trim();
	if (/^\.*$/.test(seen)) return undefined;
	return seen.slice(-LONGEST_NAME).replace(/^\p{Cs}/u, '');
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
