/** Why a file is passed on without a label, as a sentence without its full stop. Never a failure of the download. */
export class NotLabelled extends Error {}

/** The file does not have the structure of its type. */
export function broken(type: string, how: string): NotLabelled {
	return new NotLabelled(`The ${type} file is broken: ${how}`);
}

export const SIGNED = 'The file is signed (C2PA), and a label would break its signature';

/** So many bytes of a packet are read; a longer one is passed on as it is. */
export const LONGEST_PACKET = 1_000_000;
