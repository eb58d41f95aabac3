import { parseUrl } from '../service/urls';

/* Drive documents the address of a file as `webContentLink` of its API, Dropbox as `dl=1`. */

export const USE_THE_FILE =
	"Use the direct download link. Or download the file with n8n's Google Drive, Dropbox or HTTP Request node, and choose By File.";

/** Undefined where the link is about no single file. */
export function fileAddress(address: string): string | undefined {
	const url = parseUrl(address);
	const host = url?.hostname.replace(/^www\./, '');
	if (host === 'drive.google.com') return driveFile(url);
	if (host === 'docs.google.com') return url?.pathname.includes('/export') ? address : driveFile(url);
	return host === 'dropbox.com' ? dropboxFile(url) : address;
}

function driveFile(url: URL | undefined): string | undefined {
	if (url?.pathname === '/thumbnail') return url.href;
	const isById = url?.pathname === '/open' || url?.pathname === '/uc';
	const id =
		/^\/file\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(url?.pathname ?? '')?.[1] ??
		(isById && url.searchParams.get('id'));
	if (!id) return undefined;
	const key = url?.searchParams.get('resourcekey');
	return `https://drive.google.com/uc?export=download&id=${id}${key ? `&resourcekey=${key}` : ''}`;
}

function dropboxFile(url: URL | undefined): string | undefined {
	if (!url || !/^\/(?:s|scl\/fi)\/./.test(url.pathname)) return undefined;
	if (url.searchParams.get('raw') === '1') return url.href;
	url.searchParams.set('dl', '1');
	return url.href;
}
