import type { INodeProperties } from 'n8n-workflow';

/**
 * A field that few need: the screen shows it when it was changed, or with Options › More Fields. n8n drops fields that
 * it considers hidden, and does not look into collections to decide that. So there is a hidden twin, which only n8n
 * sees as shown (n8n.md: Hidden fields).
 */
export function underMoreFields(field: INodeProperties): INodeProperties[] {
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

/** The option that shows such fields. @param labels their names on the screen, as in "Voice and Language" */
export function moreFields(labels: string): INodeProperties {
	return {
		displayName: 'More Fields',
		name: 'moreFields',
		type: 'boolean',
		default: true,
		description: `Whether to show ${labels}, which few need`,
	};
}
