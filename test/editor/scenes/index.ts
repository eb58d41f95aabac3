import type { Scene } from '../stage';
import { beforeRun, chatAndClose, triggerPanel } from './defects';
import { wrongField } from './mistakes';
import { actions } from './panel';
import { search } from './search';
import { products } from './products';
import { exampleRun, triggerUrls } from './runs';

/** All scenes, in their order. */
export const scenes: readonly Scene[] = [
	actions,
	search,
	wrongField,
	triggerPanel,
	chatAndClose,
	beforeRun,
	exampleRun,
	triggerUrls,
	...products,
];
