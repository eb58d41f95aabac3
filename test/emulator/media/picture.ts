import { PNG } from 'pngjs';

import { glyphOf } from './font';

/** Red, green, blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** x, y of the upper left corner, width, height, in pixels. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

// Jest looks a global up anew at each use, and this one is used for every pixel.
const { trunc } = Math;

/** A place on a side of so many pixels. */
const clamp = (place: number, side: number) => Math.min(Math.max(Math.floor(place), 0), side);

/** A small raster to draw on: opaque pixels, PNG in and out. */
export class Picture {
	private constructor(private readonly png: PNG) {}

	static blank(width: number, height: number, colour: Colour): Picture {
		const picture = new Picture(new PNG({ width, height }));
		picture.fill({ x: 0, y: 0, width, height }, colour);
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

	get(x: number, y: number): Colour {
		const { data, width } = this.png;
		const at = (trunc(y) * width + trunc(x)) * 4;
		return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
	}

	set(x: number, y: number, colour: Colour): void {
		const { data, width, height } = this.png;
		if (x < 0 || y < 0 || x >= width || y >= height) return;
		const at = (trunc(y) * width + trunc(x)) * 4;
		data[at] = colour[0];
		data[at + 1] = colour[1];
		data[at + 2] = colour[2];
		data[at + 3] = 255;
	}

	/** Pixel values as numbers 0xrrggbb, for searching. */
	values(): Uint32Array {
		const { data } = this.png;
		const values = new Uint32Array(this.width * this.height);
		for (let index = 0; index < values.length; index += 1) values[index] = data.readUInt32BE(index * 4) >>> 8;
		return values;
	}

	fill(box: Box, colour: Colour): void {
		const pixel = Buffer.from([...colour, 255]);
		const left = clamp(box.x, this.width);
		const right = clamp(Math.ceil(box.x + box.width), this.width);
		const bottom = clamp(Math.ceil(box.y + box.height), this.height);
		for (let y = clamp(box.y, this.height); y < bottom; y += 1) {
			const row = y * this.width;
			this.png.data.fill(pixel, (row + left) * 4, (row + right) * 4);
		}
	}

	/** An ellipse; `paint` may change each pixel by its place instead of one colour. */
	ellipse(
		cx: number,
		cy: number,
		rx: number,
		ry: number,
		paint: Colour | ((x: number, y: number) => Colour),
	): void {
		for (let y = Math.floor(cy - ry); y <= cy + ry; y += 1) {
			for (let x = Math.floor(cx - rx); x <= cx + rx; x += 1) {
				const inside = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;
				if (inside) this.set(x, y, typeof paint === 'function' ? paint(x, y) : paint);
			}
		}
	}

	/** A frame just outside a box. */
	frame(box: Box, colour: Colour, thickness: number): void {
		const { x, y, width, height } = box;
		const outer = width + 2 * thickness;
		this.fill({ x: x - thickness, y: y - thickness, width: outer, height: thickness }, colour);
		this.fill({ x: x - thickness, y: y + height, width: outer, height: thickness }, colour);
		this.fill({ x: x - thickness, y, width: thickness, height }, colour);
		this.fill({ x: x + width, y, width: thickness, height }, colour);
	}

	/** Capital letters, digits and some signs, 3 by 5 dots of `size` pixels each. */
	write(text: string, x: number, y: number, size: number, colour: Colour): void {
		for (const [place, character] of [...text.toUpperCase()].entries()) {
			for (const [row, bits] of glyphOf(character).entries()) {
				for (const column of [0, 1, 2].filter((each) => bits & (4 >> each))) {
					const left = x + (place * 4 + column) * size;
					this.fill({ x: left, y: y + row * size, width: size, height: size }, colour);
				}
			}
		}
	}

	/** Copies another picture into a box, nearest pixels. A copy that is not `exact` is a shade off, so that no face is found in it. */
	paste(source: Picture, from: Box, to: Box, exact = true): void {
		const [width, height] = [trunc(to.width), trunc(to.height)];
		for (let y = 0; y < height; y += 1) {
			for (let x = 0; x < width; x += 1) {
				const [red, green, blue] = source.get(
					from.x + ((x + 0.5) * from.width) / to.width,
					from.y + ((y + 0.5) * from.height) / to.height,
				);
				this.set(to.x + x, to.y + y, [red, green, exact ? blue : blue ^ 4]);
			}
		}
	}
}
