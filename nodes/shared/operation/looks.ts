import type { INodeProperties } from 'n8n-workflow';
import { flag, type Parameter } from './parameter';

/**
 * A parameter that few need: the screen shows it when it was changed, or with Options › More Fields. n8n drops fields
 * that it considers hidden, and does not look into collections to decide that. So there is a hidden twin, which only
 * n8n sees as shown (n8n.md: Hidden fields).
 */
export function rare<T>({ fields, schema }: Parameter<T>): Parameter<T> {
	return { fields: (name) => fields(name).flatMap(underMoreFields), schema };
}

function underMoreFields(field: INodeProperties): INodeProperties[] {
	// n8n 1 does not accept an undefined rule.
	const { name, default: value, displayOptions: { show = {}, hide = {} } = {} } = field;
	// Of a list n8n compares the entry that is chosen.
	const isChanged = { [name]: [{ _cnd: { not: typeof value === 'object' ? '' : value } }] };
	const under = (displayOptions: INodeProperties['displayOptions']) => ({ ...field, displayOptions });
	const unset = typeof value === 'object' && !Array.isArray(value) ? { __rl: true, ...value } : value;
	return [
		under({ show: { ...show, ...isChanged }, hide }),
		under({ show: { ...show, '/options.moreFields': [true] }, hide: { ...hide, ...isChanged } }),
		{
			...under({ show, hide: { ...hide, '/options': [{ _cnd: { exists: true } }] } }),
			type: 'hidden',
			default: unset,
		},
	];
}

/** The option that shows such parameters. @param labels their names on the screen, as in "Voice and Language" */
export function moreFields(labels: string): Parameter<boolean> {
	return flag('More Fields', { default: true, description: `Whether to show ${labels}, which few need` });
}

/** The same parameter with other looks, each for a time of its own. */
export function seenAs<T>(
	{ fields, schema }: Parameter<T>,
	...looks: Array<(field: INodeProperties) => INodeProperties>
): Parameter<T> {
	return { fields: (name) => fields(name).flatMap((field) => looks.map((look) => look(field))), schema };
}

/**
 * Stands in for a field while nothing reads it: a notice that says so, under the field's name. n8n's editor forgets the
 * value of a name as soon as nothing on the screen has it, and a hidden field is not on the screen (n8n.md: Hidden
 * fields).
 */
export function keptAs(displayName: string, displayOptions: INodeProperties['displayOptions']) {
	return ({ name, default: value }: INodeProperties): INodeProperties => ({
		displayName,
		name,
		type: 'notice',
		default: value,
		displayOptions,
	});
}
