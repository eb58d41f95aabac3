import type { Scene } from '../stage';
import { family, familyInTheDark } from './canvas';
import { beforeRun, chatAndClose, triggerPanel } from './defects';
import { avatarFields, chatFields, fileMode, lists, swapFields } from './fields';
import { keptEntries, listEntries } from './lists';
import { wrongDetection, wrongField, wrongSecret } from './mistakes';
import { actions, searched } from './panel';
import { products } from './products';
import { exampleResult, exampleRun, mapperResult, triggerUrls, waiting } from './runs';

/** All scenes, in an order in which none stands in the way of the next: the wrong secret is saved, so it is last. */
export const scenes: readonly Scene[] = [
	searched,
	actions,
	swapFields,
	listEntries,
	keptEntries,
	chatFields,
	avatarFields,
	fileMode,
	lists,
	wrongField,
	triggerPanel,
	chatAndClose,
	beforeRun,
	exampleRun,
	exampleResult,
	mapperResult,
	triggerUrls,
	waiting,
	...products,
	family,
	familyInTheDark,
	wrongDetection,
	wrongSecret,
];
