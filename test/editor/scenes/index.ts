import type { Scene } from '../stage';
import { chatAndClose, triggerPanel } from './defects';
import { search } from './search';
import { products } from './products';
import { exampleRun, triggerUrls } from './runs';

/** All scenes, in their order. */
export const scenes: readonly Scene[] = [
	search,
	triggerPanel,
	chatAndClose,
	exampleRun,
	triggerUrls,
	...products,
];
