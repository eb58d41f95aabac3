import type { INodeParameters } from 'n8n-workflow';
import { createOptions, createWaitOptions } from '../../nodes/shared/operation/settings/create';

/**
 * Puts the settings of an operation, which a test gives by their names alone, into the lists in which its screen has
 * them: Waiting and Options.
 */
export function inLists(parameters: INodeParameters): INodeParameters {
	const { options = {}, waitOptions = {}, ...top } = parameters;
	// A node without operations, and the chat, have no such lists.
	const isWithoutLists = parameters.resource === undefined || parameters.resource === 'chat';
	if (typeof options !== 'object' || typeof waitOptions !== 'object' || isWithoutLists) return parameters;
	const waits = parameters.waitForCompletion !== false;
	const listOf = (name: string) => {
		if (name === 'webhookUrl') {
			if (parameters.resource === 'session') return 'options';
			return waits ? 'waitOptions' : 'top';
		}
		if (name in createWaitOptions) return 'waitOptions';
		return name in createOptions ? 'options' : 'top';
	};
	const lists: Record<'top' | 'waitOptions' | 'options', INodeParameters> = {
		top: {},
		waitOptions: { ...Object(waitOptions) },
		options: {},
	};
	for (const [name, value] of Object.entries(top)) lists[listOf(name)][name] = value;
	for (const [name, value] of Object.entries(Object(options) as INodeParameters)) {
		lists[listOf(name) === 'waitOptions' ? 'waitOptions' : 'options'][name] = value;
	}
	const filled = Object.entries({ waitOptions: lists.waitOptions, options: lists.options });
	return { ...lists.top, ...Object.fromEntries(filled.filter(([, list]) => Object.keys(list).length > 0)) };
}
