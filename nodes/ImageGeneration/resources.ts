import { customJob } from '../shared/operation/customJob';
import type { Resource } from '../shared/operation';
import { generate } from './operations/image/generate';
import { get } from './operations/image/get';
import { upscale } from './operations/image/upscale';
import { vary } from './operations/image/vary';

export const resources: readonly Resource[] = [
	{ value: 'image', name: 'Image', operations: [generate, upscale, vary, get] },
	customJob('image'),
];
