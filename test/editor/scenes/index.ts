import type { Scene } from '../stage';
import { beforeRun, chatAndClose, triggerPanel } from './defects';
import { swapFields } from './fields';
import { wrongField, wrongSecret } from './mistakes';
import { actions } from './panel';
import { search } from './search';
import { products } from './products';
import { exampleResult, exampleRun, triggerUrls, waiting } from './runs';

/** All scenes, in an order without conflicts. The scene that saves a wrong secret is the last. */
export const scenes: readonly Scene[] = [
	actions,
	search,
	swapFields,
	wrongField,
	triggerPanel,
	chatAndClose,
	beforeRun,
	exampleRun,
	exampleResult,
	triggerUrls,
	waiting,
	...products,
	wrongSecret,
];
