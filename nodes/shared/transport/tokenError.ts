import { WorkflowOperationError } from 'n8n-workflow';
import { plainText } from '../n8n/plainText';
import { isObject } from '../service/values';

/** n8n would show an HTTP text if the error had a `code`, `status` or `response`. */
export class TokenError extends WorkflowOperationError {
	constructor(
		happened: string,
		advice: string,
		/** The service was not reached, or was busy. */
		mayWorkLater = false,
	) {
		super(plainText(advice === '' ? happened : `${happened}. ${advice}`));
		// n8n wraps the error. Before 2.34 it drops the cause and keeps only the context (n8n.md: Errors).
		this.context = { token: { happened, advice, mayWorkLater } };
	}
}

/** Goes by the shape, because n8n may load the credential separately from the nodes. */
export function findTokenError(thrown: unknown) {
	for (const { context } of causesOf(thrown)) {
		const token = isObject(context) && isObject(context.token) ? context.token : {};
		const { happened, advice, mayWorkLater } = token;
		const isOne = typeof happened === 'string' && typeof advice === 'string';
		if (isOne && typeof mayWorkLater === 'boolean') return { happened, advice, mayWorkLater };
	}
	return undefined;
}

export function causesOf(thrown: unknown): Array<Record<string, unknown>> {
	const chain: Array<Record<string, unknown>> = [];
	for (let error = thrown; isObject(error) && chain.length < 6; error = error.cause) chain.push(error);
	return chain;
}
