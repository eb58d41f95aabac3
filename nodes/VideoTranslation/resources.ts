import { customJob } from '../shared/operation/customJob';
import type { Resource } from '../shared/operation';
import { getAll } from './operations/language/getAll';
import { create } from './operations/translation/create';
import { get } from './operations/translation/get';

export const resources: readonly Resource[] = [
	{ value: 'translation', name: 'Translation', operations: [create, get] },
	{ value: 'language', name: 'Language', operations: [getAll] },
	customJob('video'),
];
