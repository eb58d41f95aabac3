import { faceItems } from '../http/params';
import { isUpscale } from '../jobs/look';
import type { Job } from '../jobs/types';
import { composeReage, composeSwap, type FaceInput } from './compose';
import { fetchMedia } from './fetch';
import { fixture, videoWithNote } from './fixtures';
import { generatedPicture, sheetOf } from './generate';
import type { MediaFile } from './serve';

/** Makes a result file of a finished job from its request. `part` is 1 to 4 for a generation, and 0 for the main file. */
export async function renderResult(job: Job, part: number): Promise<MediaFile> {
	switch (job.operation) {
		case 'swapImage':
			return png(
				composeSwap(await original(job), await faces(job, 'targetImage'), await faces(job, 'sourceImage')),
			);
		case 'reageImage':
			return png(
				composeReage(await original(job), await faces(job, 'targetImage'), Number(job.request.face_reage)),
			);
		case 'image':
		case 'imageButton':
			return png(generation(job, part));
		case 'audio':
			return { bytes: fixture('tone.mp3'), contentType: 'audio/mpeg' };
		default:
			return { bytes: videoWithNote(job.request), contentType: 'video/mp4' };
	}
}

const png = (bytes: Buffer): MediaFile => ({ bytes, contentType: 'image/png' });

/** Missing media leave a gap with a note in the result. */
async function input(job: Job, url: string): Promise<Buffer | undefined> {
	const known = job.inputs.get(url);
	if (known) return known;
	const bytes = await fetchMedia(url).catch(() => undefined);
	if (bytes) job.inputs.set(url, bytes);
	return bytes;
}

const original = (job: Job) => input(job, String(job.request.modifyImage));

async function faces(job: Job, key: 'targetImage' | 'sourceImage'): Promise<FaceInput[]> {
	const items = faceItems.parse(job.request[key]);
	if (key === 'targetImage') return items.map(({ opts }) => ({ opts }));
	const inputs: FaceInput[] = [];
	for (const { path, opts } of items) inputs.push({ opts, bytes: await input(job, path) });
	return inputs;
}

/** For a first generation and a variation: four pictures, or their sheet. For an upscale: the large picture. */
function generation(job: Job, part: number): Buffer {
	const prompt = String(job.request.prompt ?? '');
	const scale = String(job.request.scale ?? '1:1');
	const { button, _id } = job.request;
	if (job.operation === 'imageButton' && isUpscale(job)) {
		const number = String(button).slice(1);
		return generatedPicture(`${String(_id)}-${number}`, number, prompt, scale, true).encode();
	}
	const tile = (number: number) =>
		generatedPicture(`${job.id}-${number}`, String(number), prompt, scale, false);
	return (part === 0 ? sheetOf([1, 2, 3, 4].map(tile)) : tile(part)).encode();
}
