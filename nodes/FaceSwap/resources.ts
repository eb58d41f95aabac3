import { customJob } from '../shared/operation/customJob';
import type { Resource } from '../shared/operation';
import { getCredit } from './operations/credit/get';
import { detect } from './operations/face/detect';
import { swapImage } from './operations/faceSwap/swapImage';
import { swapVideo } from './operations/faceSwap/swapVideo';
import { cancel } from './operations/job/cancel';
import { deleteResults } from './operations/job/delete';
import { get } from './operations/job/get';
import { getAll } from './operations/job/getAll';
import { reageImage } from './operations/reage/reageImage';
import { reageVideo } from './operations/reage/reageVideo';

export const resources: readonly Resource[] = [
	{ value: 'faceSwap', name: 'Face Swap', operations: [swapImage, swapVideo] },
	{ value: 'reage', name: 'Age Change', operations: [reageImage, reageVideo] },
	{ value: 'face', name: 'Face', operations: [detect] },
	{ value: 'job', name: 'Job', operations: [get, getAll, cancel, deleteResults] },
	{ value: 'credit', name: 'Credit', operations: [getCredit] },
	customJob('faceSwap'),
];
