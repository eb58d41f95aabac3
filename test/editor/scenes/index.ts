import type { Scene } from '../stage';
import { family, familyInTheDark } from './canvas';
import { fileMode, keptFace, lists, swapFields } from './fields';
import { wrongField, wrongSecret } from './mistakes';
import { actions, searched } from './panel';
import { exampleResult, exampleRun, mapperResult, triggerUrls, waiting } from './runs';

/** All scenes, in an order in which none stands in the way of the next: the wrong secret is saved, so it is last. */
export const scenes: readonly Scene[] = [
	searched,
	actions,
	swapFields,
	keptFace,
	fileMode,
	lists,
	wrongField,
	exampleRun,
	exampleResult,
	mapperResult,
	triggerUrls,
	waiting,
	family,
	familyInTheDark,
	wrongSecret,
];
