import type { Scene } from '../stage';
import { family, familyInTheDark } from './canvas';
import {
	badRows,
	beforeRun,
	chatAndClose,
	faceNumbers,
	manyNewFaces,
	sameLanguage,
	triggerPanel,
} from './defects';
import { avatarFields, chatFields, fileMode, keptFace, lists, replacementFields, swapFields } from './fields';
import { keptEntries, listEntries } from './lists';
import { linkInField, wrongDetection, wrongField, wrongSecret } from './mistakes';
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
	replacementFields,
	keptFace,
	fileMode,
	lists,
	wrongField,
	linkInField,
	badRows,
	faceNumbers,
	manyNewFaces,
	sameLanguage,
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
