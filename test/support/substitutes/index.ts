import type { INodeType } from 'n8n-workflow';
import { define, passOn, property } from './define';
import { filter, ifNode, merge, splitInBatches, stopAndError, switchNode, wait } from './flow';
import { aggregate, limit, splitOut } from './lists';
import { set } from './set';

export { define, passOn, property } from './define';

const trigger = (name: string) =>
	define(name, passOn, [property('rule', 'json', {})], { group: ['trigger'], inputs: [] });

const types: INodeType[] = [
	trigger('manualTrigger'),
	trigger('scheduleTrigger'),
	trigger('errorTrigger'),
	define('noOp', passOn),
	define('stickyNote', passOn, [], { inputs: [], outputs: [] }),
	set,
	ifNode,
	switchNode,
	filter,
	splitInBatches,
	stopAndError,
	merge,
	wait,
	splitOut,
	aggregate,
	limit,
];

/** Stand-ins for those nodes of n8n that the examples use and that reach no other service. */
export const substitutes: ReadonlyMap<string, INodeType> = new Map(
	types.map((type) => [`n8n-nodes-base.${type.description.name}`, type]),
);
