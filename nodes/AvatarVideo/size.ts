import type { z } from '../shared/zod';
import { EMPTY, choice, optionalNumber, optionalTextSchema, refuse, refuseValue } from '../shared/operation';
import type { ValuesOf } from '../shared/operation';
import { checked } from '../shared/service/schema';

const CUSTOM = 'custom';
const SIZES = [
	'1920x1080',
	'1280x720',
	'3840x2160',
	'1080x1920',
	'720x1280',
	'2160x3840',
	'1080x1080',
] as const;

export interface Size {
	width: number;
	height: number;
}

function pixelsOf(size: string): Size {
	const [width = 0, height = 0] = size.split('x').map(Number);
	return { width, height };
}

function nameOf(size: string): string {
	const { width, height } = pixelsOf(size);
	const shape = width === height ? 'Square' : width > height ? 'Landscape' : 'Portrait';
	return `${shape}, ${width} x ${height}`;
}

const length = (displayName: string, usual: number) =>
	optionalNumber(displayName, {
		default: usual,
		min: 1,
		whole: true,
		displayOptions: { show: { size: [CUSTOM] } },
		description: `${displayName} of the video in pixels, such as ${usual}`,
	});

export const sizeParameters = {
	size: choice('Size', {
		default: '1920x1080',
		options: [...SIZES.map((value) => ({ name: nameOf(value), value })), { name: 'Custom', value: CUSTOM }],
		description: 'Width and height of the video in pixels, such as 1920x1080',
	}),
	width: length('Width', 1920),
	height: length('Height', 1080),
};

export function readSize(
	{ size, width, height }: ValuesOf<typeof sizeParameters>,
	context: z.RefinementCtx,
): Size {
	if (size !== CUSTOM) return pixelsOf(size);
	const missing = (name: string) => refuse(context, EMPTY, [name], 'Enter a number of pixels');
	return { width: width ?? missing('width'), height: height ?? missing('height') };
}

const isRatio = (text: string) => /^\d+(\.\d+)?:\d+(\.\d+)?$/.test(text) && text.split(':').every(Number);

export const optionalRatio = checked(optionalTextSchema, (given, context) => {
	if (given === undefined || isRatio(given)) return;
	refuseValue(context, 'two numbers with a colon between them, such as 16:9', given);
});

/** As `16:9` (service.md: Avatar videos). */
export function ratioOf({ width, height }: Size): string {
	const divisor = greatestDivisor(width, height);
	return `${width / divisor}:${height / divisor}`;
}

function greatestDivisor(one: number, other: number): number {
	return other === 0 ? one : greatestDivisor(other, one % other);
}
