import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { asFields, type Fields } from './storedExecution';

type Context = Pick<ILoadOptionsFunctions, 'getNode' | 'getMode'>;

/** With its expressions unevaluated (n8n.md: Expressions in the credential). Tried on n8n 2.8 to 2.41. */
export async function rawCredential(context: Context, type: string): Promise<Fields | undefined> {
	const data = 'additionalData' in context ? context.additionalData : undefined;
	const { credentialsHelper: helper } = asFields(data);
	const { getDecrypted } = asFields(helper);
	const node = context.getNode();
	const details = node.credentials?.[type];
	if (typeof getDecrypted !== 'function' || details === undefined) return undefined;
	try {
		// A policy of n8n's may allow a credential to some nodes only.
		const run = { data: {}, node, source: null };
		const asked = [data, details, type, context.getMode?.(), run, true];
		const raw: unknown = await Reflect.apply(getDecrypted, helper, asked);
		return asFields(raw);
	} catch {
		return undefined;
	}
}
