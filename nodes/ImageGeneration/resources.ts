import type { Resource } from '../shared/operation/types';
import { generate } from './operations/image/generate';
import { get } from './operations/image/get';
import { upscale } from './operations/image/upscale';
import { vary } from './operations/image/vary';

/** The resources of the node and their operations, in the order of the screen. */
export const resources: readonly Resource[] = [
	{ value: 'image', name: 'Image', operations: [generate, upscale, vary, get] },
];
