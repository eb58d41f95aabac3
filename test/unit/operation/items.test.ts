import type { IExecuteFunctions } from 'n8n-workflow';
import { resources as swaps } from '../../../nodes/FaceSwap/FaceSwap.node';
import { resources as images } from '../../../nodes/ImageGeneration/ImageGeneration.node';
import { toFailure } from '../../../nodes/shared/operation/failure';
import { chosen, itemReader } from '../../../nodes/shared/operation/readParameters';
import { testTable } from '../../support/table';

/*
 * What is read of an item: a line of items.txt has the parameters as n8n stores them, what their expressions give (or
 * throw), the item, and what is told.
 */
testTable([__dirname, 'items.txt', 3], '%s', (stored = '', gives = '', json = '') => {
	const parameters = JSON.parse(stored) as Record<string, object>;
	const given = { ...parameters, ...(JSON.parse(gives) as object) };
	const context = {
		getNode: () => ({ type: parameters.tool ? 'xTool' : 'x', typeVersion: 1, parameters }),
		getInputData: () => [{ json: JSON.parse(json) as object }],
		getNodeParameter(path: string, _item: number, usual: unknown, options?: { skipValidation: boolean }) {
			const names = path.split('.');
			const value = names.reduce((part, name) => Object(part)[name] as unknown, given as unknown);
			const thrown = /"throws":"(.*?)"/.exec(JSON.stringify(value) ?? '');
			if (thrown) throw new Error(thrown[1]);
			if (options?.skipValidation !== true && names.length > 1) throw new TypeError('checked by n8n');
			return value ?? usual;
		},
	} as unknown as IExecuteFunctions;
	try {
		const { input, settings } = itemReader(
			{ context },
			chosen(context, [...images, ...swaps]) as never,
		)(0) as never;
		const { downloadResult } = settings as { downloadResult: boolean };
		return `${JSON.stringify(input)}, ${downloadResult ? 'downloaded' : 'not downloaded'}`;
	} catch (error) {
		const { message, details } = toFailure(error);
		return `${message} ${JSON.stringify(details)}`;
	}
});
