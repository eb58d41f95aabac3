import type { Resource } from '../shared/operation/types';
import { getAll } from './operations/language/getAll';
import { create } from './operations/translation/create';
import { get } from './operations/translation/get';

/** The resources of the node and their operations, in the order of the screen. */
export const resources: readonly Resource[] = [
	{ value: 'translation', name: 'Translation', operations: [create, get] },
	{ value: 'language', name: 'Language', operations: [getAll] },
];
