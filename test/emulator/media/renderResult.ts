import { faceItems } from '../http/params';
import type { Job } from '../jobs/types';
import { composeReage, composeSwap, type FaceInput } from './compose';
import { fetchMedia } from './fetch';
import { fixture } from './fixtures';
import { portraitPicture } from './samples';
import type { MediaFile } from './serve';

/** Makes a result file of a finished job from its request. `part` is 1 to 4 for a generation, and 0 for the main file. */
export async function renderResult(job: Job, part: number): Promise<MediaFile> {
	switch (job.operation) {
		case 'swapImage':
			return png(
				composeSwap(await original(job), await faces(job, 'targetImage'), await faces(job, 'sourceImage')),
			);
		case 'reageImage':
			return png(composeReage(await original(job), Number(job.request.face_reage)));
		case 'image':
		case 'imageButton':
			return png(portraitPicture(`${job.id}-${part}`).encode());
		case 'audio':
			return { bytes: fixture('tone.mp3'), contentType: 'audio/mpeg' };
		default:
			return { bytes: fixture('short.mp4'), contentType: 'video/mp4' };
	}
}

const png = (bytes: Buffer): MediaFile => ({ bytes, contentType: 'image/png' });

/** Missing media leave a gap in the result. */
const input = async (url: unknown) => await fetchMedia(String(url)).catch(() => undefined);
const original = async (job: Job) => await input(job.request.modifyImage);

async function faces(job: Job, key: 'targetImage' | 'sourceImage'): Promise<FaceInput[]> {
	const items = faceItems.parse(job.request[key]);
	const fetched = items.map(async ({ path, opts }) => ({
		opts,
		bytes: key === 'sourceImage' ? await input(path) : undefined,
	}));
	return await Promise.all(fetched);
}
