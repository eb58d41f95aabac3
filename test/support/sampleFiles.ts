import { PNG } from 'pngjs';
import { fixture } from '../emulator/media/fixtures';

/* Small files of all types, built without a program. */

export const jpegSample = () => fixture('photo.jpg');
export const mp4Sample = () => fixture('short.mp4');
export const mp3Sample = () => fixture('tone.mp3');
export const pngSample = () => {
	const png = new PNG({ width: 40, height: 30 });
	png.data.forEach((_, index) => (png.data[index] = (index * 37) & 0xff));
	return PNG.sync.write(png);
};

/** One white pixel, lossless. */
export const webpSample = () =>
	Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

export const ALL_SAMPLES: ReadonlyArray<[name: string, content: () => Buffer]> = [
	['photo.jpg', jpegSample],
	['picture.png', pngSample],
	['pixel.webp', webpSample],
	['film.mp4', mp4Sample],
	['tone.mp3', mp3Sample],
];
