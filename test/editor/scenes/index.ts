import type { Scene } from '../stage';
import { beforeRun, chatAndClose, triggerPanel } from './defects';
import { fileMode, swapFields } from './fields';
import { keptEntries } from './lists';
import { wrongField, wrongSecret } from './mistakes';
import { actions } from './panel';
import { products } from './products';
import { exampleResult, exampleRun, mapperResult, triggerUrls, waiting } from './runs';

/** All scenes, in an order in which none stands in the way of the next: the wrong secret is saved, so it is last. */
export const scenes: readonly Scene[] = [
	actions,
	swapFields,
	keptEntries,
	fileMode,
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
	wrongSecret,
];
