import { crc32 } from 'node:zlib';
import { PNG } from 'pngjs';
import { z } from 'zod/v3';

import type { Box, FacePlace } from './geometry';

/** Red, green, blue, 0 to 255. */
export type Color = readonly [number, number, number];

/** A color by its number 0xrrggbb. */
export const colorOf = (value: number): Color => [value >> 16, (value >> 8) & 255, value & 255];

// Jest looks up a global at each use, and every pixel uses these.
const { trunc, floor, round, abs, min, max } = Math;

/** A color between two others. A share of 1 gives the second color. */
const mix = (one: Color, other: Color, share: number): Color => [
	round(one[0] + (other[0] - one[0]) * share),
	round(one[1] + (other[1] - one[1]) * share),
	round(one[2] + (other[2] - one[2]) * share),
];

/** A place on a side with so many pixels. */
const clamp = (place: number, side: number) => min(max(floor(place), 0), side);

const facesShape = z.array(z.object({ cx: z.number(), cy: z.number(), radius: z.number() }));

/** The text in a PNG with the places of drawn people. Detection reads it. */
function chunkOf(faces: FacePlace[]): Buffer {
	const content = Buffer.from(`tEXtFaces\0${JSON.stringify(faces)}`, 'latin1');
	const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(content.length - 4);
	check.writeUInt32BE(crc32(content));
	return Buffer.concat([length, content, check]);
}

/** A small raster to draw on: PNG in and out. */
export class Picture {
	private constructor(
		private readonly png: PNG,
		/** The places of drawn people. Unknown for other images. */
		public faces?: FacePlace[],
	) {}

	static blank(width: number, height: number, color: Color): Picture {
		const png = new PNG({ width, height });
		png.data.fill(Buffer.from([...color, 255]));
		return new Picture(png, []);
	}

	/** Throws if the bytes are not a PNG. */
	static decode(bytes: Buffer): Picture {
		const [, faces] = /tEXtFaces\0(\[[^\]]*\])/.exec(bytes.toString('latin1')) ?? [];
		const known = faces === undefined ? undefined : facesShape.parse(JSON.parse(faces));
		return new Picture(PNG.sync.read(bytes), known);
	}

	encode(): Buffer {
		const bytes = PNG.sync.write(this.png, { deflateLevel: 3, deflateStrategy: 0, filterType: 0 });
		if (!this.faces) return bytes;
		// Before the last chunk, which has 12 bytes.
		return Buffer.concat([bytes.subarray(0, -12), chunkOf(this.faces), bytes.subarray(-12)]);
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

	/** This image with another color for the wall, meaning all pixels with the color of its upper left corner. */
	recolored(color: Color): this {
		const { data } = this.png;
		const wall = data.readUInt32BE();
		const pixel = Buffer.from([...color, 255]);
		for (let at = 0; at < data.length; at += 4) if (data.readUInt32BE(at) === wall) pixel.copy(data, at);
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

	/** Copies the opaque pixels of a part of another image into a box. Each takes part of the four that lie around its place. */
	paste(source: Picture, from: Box, to: Box): void {
		const { data, width } = source.png;
		const colors = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
		const [lastColumn, lastRow] = [from.x + from.width - 1, from.y + from.height - 1];
		const right = clamp(to.x + to.width, this.width);
		const bottom = clamp(to.y + to.height, this.height);
		for (let y = clamp(to.y, this.height); y < bottom; y += 1) {
			const row = from.y + ((y + 0.5 - to.y) * from.height) / to.height - 0.5;
			const top = floor(row);
			for (let x = clamp(to.x, this.width); x < right; x += 1) {
				const column = from.x + ((x + 0.5 - to.x) * from.width) / to.width - 0.5;
				const left = floor(column);
				const at = top * width + left;
				const isInside = left >= from.x && left < lastColumn && top >= from.y && top < lastRow;
				const isEven =
					isInside && [at + 1, at + width, at + width + 1].every((one) => colors[one] === colors[at]);
				const alpha = isEven ? data[at * 4 + 3] : undefined;
				if (alpha === 255) this.set(x, y, source.get(left, top));
				if (alpha === 255 || alpha === 0) continue;
				let [red, green, blue, opacity] = [0, 0, 0, 0];
				for (let corner = 0; corner < 4; corner += 1) {
					const [across, down] = [left + (corner >> 1), top + (corner & 1)];
					const place = min(max(down, from.y), lastRow) * width + min(max(across, from.x), lastColumn);
					const share =
						(1 - abs(column - across)) * (1 - abs(row - down)) * ((data[place * 4 + 3] ?? 0) / 255);
					red += share * (data[place * 4] ?? 0);
					green += share * (data[place * 4 + 1] ?? 0);
					blue += share * (data[place * 4 + 2] ?? 0);
					opacity += share;
				}
				if (opacity === 0) continue;
				const color: Color = [round(red / opacity), round(green / opacity), round(blue / opacity)];
				this.set(x, y, opacity > 0.99 ? color : mix(this.get(x, y), color, opacity));
			}
		}
	}
}
