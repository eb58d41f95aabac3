import { WorkflowOperationError } from 'n8n-workflow';
import { plainText } from '../n8n/errors';
import { isNextStep, type NextStep } from '../service/nextStep';
import { isObject } from '../service/values';

/** n8n would show an HTTP text if the error had a `code`, `status` or `response`. */
export class TokenError extends WorkflowOperationError {
	constructor(
		happened: string,
		advice = '',
		/** The service was not reached, or was busy. */
		mayWorkLater = false,
		next: NextStep = 'fixCredential',
	) {
		super(plainText(advice === '' ? happened : `${happened}. ${advice}`));
		// n8n wraps the error. Before 2.34 it drops the cause and keeps only the context (n8n.md: Errors).
		this.context = { token: { happened, advice, mayWorkLater, next: mayWorkLater ? 'runAgainLater' : next } };
	}
}

/** Goes by the shape, because n8n may load the credential separately from the nodes. */
export function tokenErrorIn({ context }: Record<string, unknown>) {
	const { happened, advice, mayWorkLater, next } =
		isObject(context) && isObject(context.token) ? context.token : {};
	const isOne = typeof happened === 'string' && typeof advice === 'string' && isNextStep(next);
	return isOne && typeof mayWorkLater === 'boolean' ? { happened, advice, mayWorkLater, next } : undefined;
}
