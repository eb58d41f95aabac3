import { z } from 'zod/v3';
import { swapImage } from '../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { jobKinds } from '../../nodes/shared/jobs/kinds';
import { faceswapRecord } from '../../nodes/shared/jobs/kinds';
import { settingsSchemaOf } from '../../nodes/shared/operation/settings';
import { changed, prepared } from '../../nodes/shared/service/schema';

/*
 * How much of what was read stays after small collections of garbage, from 0 to 1, in a process of its own: in a large
 * heap a collection is always under way, and keeps things for longer. The least of some rounds.
 */

const READ = 500;
const SIZE_BYTES = 8 * 1_000;
const SWAP = {
	modifyImage: 'https://example.com/picture.png',
	whichFaces: 'oneForAll',
	sourcePicture: 'https://example.com/face.png',
};

const reads: Record<string, (large: object) => unknown> = {
	prepared: (large) => prepared((given) => given, z.unknown()).parse(large),
	changed: (large) => changed(z.unknown(), () => 1).parse(large),
	'the settings of an operation': (large) => settingsSchemaOf(swapImage).parse({ ...large, options: {} }),
	'what an operation asks for': (large) => swapImage.bind({ ...large, ...SWAP, options: {} }),
	'a record': (large) => faceswapRecord.parse({ ...large, _id: 'id', faceswap_status: 3 }),
	'the state of a job': (large) => jobKinds.faceSwap.created.parse({ ...large, _id: 'id' }),
	"zod's own preprocess": (large) => z.preprocess((given) => given, z.unknown()).parse(large),
};

const leftBehind = (read: (large: object) => unknown) =>
	Math.min(...Array.from({ length: 5 }, () => leftBehindOnce(read)));

function leftBehindOnce(read: (large: object) => unknown): number {
	const used = () => {
		gc?.({ type: 'minor' });
		gc?.({ type: 'minor' });
		return process.memoryUsage().heapUsed;
	};
	read({});
	// Ends one that is under way.
	gc?.({ type: 'major' });
	const before = used();
	for (let each = 0; each < READ; each++) read({ large: Array<number>(SIZE_BYTES / 8).fill(each) });
	return (used() - before) / (READ * SIZE_BYTES);
}

process.send?.(Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, leftBehind(read)])));
