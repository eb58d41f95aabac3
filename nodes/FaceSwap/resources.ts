import type { Resource } from '../shared/operation/types';
import { getCredit } from './operations/credit/get';
import { detect } from './operations/face/detect';
import { swapImage } from './operations/faceSwap/swapImage';
import { swapVideo } from './operations/faceSwap/swapVideo';
import { cancel } from './operations/reage/cancel';
import { reageImage } from './operations/reage/reageImage';
import { reageVideo } from './operations/reage/reageVideo';
import { deleteResults } from './operations/result/delete';
import { get } from './operations/result/get';
import { getAll } from './operations/result/getAll';

/** The resources of the node and their operations, in the order of the screen. */
export const resources: readonly Resource[] = [
	{ value: 'faceSwap', name: 'Face Swap', operations: [swapImage, swapVideo] },
	{ value: 'reage', name: 'Age Change', operations: [reageImage, reageVideo, cancel] },
	{ value: 'face', name: 'Face', operations: [detect] },
	{ value: 'result', name: 'Result', operations: [get, getAll, deleteResults] },
	{ value: 'credit', name: 'Credit', operations: [getCredit] },
];
