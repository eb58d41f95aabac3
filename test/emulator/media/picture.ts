import { PNG } from 'pngjs';

import { glyphOf } from './font';
import type { Shape } from './shapes';

/** Red, green, blue, 0 to 255. */
export type Color = readonly [number, number, number];

/** x, y of the upper left corner, width, height, in pixels. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

// Jest looks up a global again at each use, and these are used for every pixel.
const { trunc, round, min, max } = Math;

/** A color between two others; a share of 1 is all of the second. */
export const mix = (one: Color, other: Color, share: number): Color => [
	round(one[0] + (other[0] - one[0]) * share),
	round(one[1] + (other[1] - one[1]) * share),
	round(one[2] + (other[2] - one[2]) * share),
];

/** A place on a side of so many pixels. */
const clamp = (place: number, side: number) => min(max(Math.floor(place), 0), side);

/** A small raster to draw on: opaque pixels, PNG in and out. */
export class Picture {
	private constructor(private readonly png: PNG) {}

	static blank(width: number, height: number, color: Color): Picture {
		const picture = new Picture(new PNG({ width, height }));
		picture.fill({ x: 0, y: 0, width, height }, color);
		return picture;
	}

	/** Throws when the bytes are no PNG. */
	static decode(bytes: Buffer): Picture {
		return new Picture(PNG.sync.read(bytes));
	}

	encode(): Buffer {
		return PNG.sync.write(this.png, { deflateLevel: 3, deflateStrategy: 0, filterType: 0 });
	}

	get width(): number {
		return this.png.width;
	}

	get height(): number {
		return this.png.height;
	}

	get(x: number, y: number): Color {
		const { data, width } = this.png;
		const at = (trunc(y) * width + trunc(x)) * 4;
		return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
	}

	/** The color at a place, or of the edge where it is outside. */
	nearest(x: number, y: number): Color {
		return this.get(min(max(x, 0), this.width - 1), min(max(y, 0), this.height - 1));
	}

	/** This image with another color for the wall, which is all that has the color of its upper left corner. */
	recolored(color: Color): this {
		const values = this.values();
		const pixel = Buffer.from([...color, 255]);
		for (const [index, value] of values.entries())
			if (value === values[0]) pixel.copy(this.png.data, index * 4);
		return this;
	}

	set(x: number, y: number, color: Color): void {
		const { data, width, height } = this.png;
		if (x < 0 || y < 0 || x >= width || y >= height) return;
		const at = (trunc(y) * width + trunc(x)) * 4;
		data[at] = color[0];
		data[at + 1] = color[1];
		data[at + 2] = color[2];
		data[at + 3] = 255;
	}

	/** Pixel values as numbers 0xrrggbb, for searching. */
	values(): Uint32Array {
		const { data } = this.png;
		const values = new Uint32Array(this.width * this.height);
		for (let index = 0; index < values.length; index += 1) values[index] = data.readUInt32BE(index * 4) >>> 8;
		return values;
	}

	fill(box: Box, color: Color): void {
		const pixel = Buffer.from([...color, 255]);
		const left = clamp(box.x, this.width);
		const right = clamp(Math.ceil(box.x + box.width), this.width);
		const bottom = clamp(Math.ceil(box.y + box.height), this.height);
		for (let y = clamp(box.y, this.height); y < bottom; y += 1) {
			const row = y * this.width;
			this.png.data.fill(pixel, (row + left) * 4, (row + right) * 4);
		}
	}

	/** Fills a shape with smooth edges; `paint` may give each pixel a color of its own. */
	draw({ box, depth }: Shape, paint: Color | ((x: number, y: number) => Color)): void {
		const right = clamp(box.x + box.width + 2, this.width);
		const bottom = clamp(box.y + box.height + 2, this.height);
		for (let y = clamp(box.y, this.height); y < bottom; y += 1) {
			for (let x = clamp(box.x, this.width); x < right; x += 1) {
				const share = depth(x, y) + 0.5;
				if (share <= 0) continue;
				const color = typeof paint === 'function' ? paint(x, y) : paint;
				this.set(x, y, share >= 1 ? color : mix(this.get(x, y), color, share));
			}
		}
	}

	/** Capital letters, digits and some signs, 3 by 5 dots of `size` pixels each. */
	write(text: string, x: number, y: number, size: number, color: Color): void {
		for (const [place, character] of [...text.toUpperCase()].entries()) {
			for (const [row, bits] of glyphOf(character).entries()) {
				for (const column of [0, 1, 2].filter((each) => bits & (4 >> each))) {
					const left = x + (place * 4 + column) * size;
					this.fill({ x: left, y: y + row * size, width: size, height: size }, color);
				}
			}
		}
	}

	/** Copies another image into a box, nearest pixels. */
	paste(source: Picture, from: Box, to: Box): void {
		const [width, height] = [trunc(to.width), trunc(to.height)];
		for (let y = 0; y < height; y += 1) {
			for (let x = 0; x < width; x += 1) {
				const column = from.x + ((x + 0.5) * from.width) / to.width;
				this.set(to.x + x, to.y + y, source.get(column, from.y + ((y + 0.5) * from.height) / to.height));
			}
		}
	}
}
