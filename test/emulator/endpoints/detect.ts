import { z } from 'zod/v3';

import type { Read } from '../http/call';
import { httpUrl, text } from '../http/params';
import { Refusal } from '../http/refusal';
import type { Emulator } from '../index';
import { fetchMedia } from '../media/fetch';
import { findFaces, optsOf, type FoundFace } from '../media/findFaces';

/** Error codes of detection that the interface does not list, with texts like a crash (service.md: Face detection). */
const detectionErrors = {
	noFace: { error_code: 5001, error_msg: "'NoneType' object is not subscriptable" },
	unreachable: { error_code: 5002, error_msg: 'HTTPConnectionPool: Max retries exceeded with url' },
	noPicture: {
		error_code: 5003,
		error_msg: 'cannot identify image file <_io.BytesIO object at 0x7f2c5c0b1d60>',
	},
};

const detection = z
	.object({ single_face: z.boolean().optional(), image_url: httpUrl.optional(), img: text.optional() })
	.strict();

async function pictureOf({ image_url, img }: z.output<typeof detection>): Promise<Buffer | undefined> {
	if (image_url !== undefined && img !== undefined) {
		throw new Refusal(1003, 'Parameter error: image_url or img must be given, not both');
	}
	if (image_url !== undefined) return await fetchMedia(image_url).catch(() => undefined);
	if (img === undefined) throw new Refusal(1003, 'Parameter error: image_url or img must be given');
	const encoded = /^data:[\w.+/-]+;base64,([A-Za-z0-9+/=\s]+)$/.exec(img)?.[1];
	if (encoded === undefined) throw new Refusal(1003, 'Parameter error: img must be a data URI with base64');
	return Buffer.from(encoded, 'base64');
}

function lookAt(bytes: Buffer): FoundFace[] | undefined {
	try {
		return findFaces(bytes);
	} catch {
		return undefined;
	}
}

/** The six points of a face. Unused points are [0,0]. */
const sixPoints = ({ points }: FoundFace) => [...points, [0, 0], [0, 0]];
const area = ({ region }: FoundFace) => region[2] * region[3];

/**
 * Reads a picture and answers in detection's own envelope (service.md: Face detection).
 * It accepts any account, because detection costs nothing.
 */
export async function detect(
	world: Emulator,
	body: Read,
): Promise<{ error_code: number; [field: string]: unknown }> {
	const started = performance.now();
	const request = body(detection);
	const isNoPicture = request.img !== undefined && !/^data:image\/[a-z]+;base64/.test(request.img);
	if (world.shapes.detectionData === 'type' && isNoPicture) return detectionErrors.noFace;
	const bytes = await pictureOf(request);
	if (!bytes) return detectionErrors.unreachable;
	const found = lookAt(bytes);
	if (!found) return detectionErrors.noPicture;
	if (found.length === 0) return detectionErrors.noFace;
	const bySize = [...found].sort((one, other) => area(other) - area(one));
	const faces = request.single_face ? bySize.slice(0, 1) : found;
	return {
		error_code: 0,
		error_msg: 'SUCCESS',
		landmarks: faces.map(sixPoints),
		landmarks_str: faces.map(optsOf),
		region: faces.map(({ region }) => region),
		seconds: Math.round(performance.now() - started) / 1000,
		trx_id: `trx-${world.random.hex(16)}`,
	};
}
