/* What a row is about: its mark stands in its requests, in its files, and in the jobs that are made of it. */

export const MEDIA = 'https://media.night.net';
export const mediaUrl = (name: string) => `${MEDIA}/${name}`;

export const markOf = (row: number) => `row${row}e`;

/** The ID of an image that was made before the world began. */
export const imageOf = (row: number) => (0xabc000 + row).toString(16).padStart(24, '6');

export function rowIn(text: string): number | undefined {
	const [, mark, image] = /row(\d+)e|\b6{18}abc([0-9a-f]{3})\b/.exec(text) ?? [];
	if (image !== undefined) return parseInt(image, 16);
	return mark === undefined ? undefined : Number(mark);
}
