import { WorkflowOperationError } from 'n8n-workflow';
import { plainText } from '../n8n/errors';
import { isNextStep, type NextStep } from '../service/nextStep';
import { isObject } from '../service/values';

/** n8n would show an HTTP text if the error had a `code`, `status` or `response`. */
export class TokenError extends WorkflowOperationError {
	constructor(
		message: string,
		description = '',
		/** The service was not reached, or was busy. */
		mayWorkLater = false,
		step: NextStep = 'fixCredential',
	) {
		super(plainText(description === '' ? message : `${message}. ${description}`));
		// n8n wraps the error. Before 2.34 it drops the cause and keeps only the context (n8n.md: Errors).
		this.context = {
			token: { message, description, mayWorkLater, next: mayWorkLater ? 'runAgainLater' : step },
		};
	}
}

/** Goes by the shape, because n8n may load the credential separately from the nodes. */
export function tokenErrorIn({ context }: Record<string, unknown>) {
	const { message, description, mayWorkLater, next } =
		isObject(context) && isObject(context.token) ? context.token : {};
	const isOne = typeof message === 'string' && typeof description === 'string' && isNextStep(next);
	return isOne && typeof mayWorkLater === 'boolean'
		? { message, description, mayWorkLater, next }
		: undefined;
}
