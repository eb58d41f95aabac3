import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { choice } from './inputs';

interface Choice<V extends string> extends INodePropertyOptions {
	value: V;
}

type Described<V extends string> = Omit<INodeProperties, 'type' | 'options' | 'default'> & {
	default: NoInfer<V>;
	options: readonly [Choice<V>, ...Array<Choice<V>>];
};

/** A parameter that is one of a few choices, written once: its field, and the schema of the same values and default. */
export function choiceField<const V extends string>(description: Described<V>) {
	const [first, ...others] = description.options;
	const field: INodeProperties = { ...description, type: 'options', options: [first, ...others] };
	return { field, schema: choice([first.value, ...others.map(({ value }) => value)], description.default) };
}
