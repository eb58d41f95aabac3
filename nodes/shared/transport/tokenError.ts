import { WorkflowOperationError } from 'n8n-workflow';
import { plainText } from '../n8n/hintsAndCustomData';
import { isNextStep, type NextStep } from '../service/nextStep';
import { isObject } from '../service/values';

/** n8n would show an HTTP text if the error had a `code`, `status` or `response`. */
export class TokenError extends WorkflowOperationError {
	/** The next step is to run it again later if the service was not reached, or was busy. */
	constructor(message: string, description = '', next: NextStep = 'fixCredential') {
		super(plainText(description === '' ? message : `${message}. ${description}`));
		// n8n wraps the error. Before 2.34 it drops the cause and keeps only the context (n8n.md: Errors).
		this.context = { token: { message, description, next } };
	}
}

/** Goes by the shape, because n8n may load the credential separately from the nodes. */
export function tokenErrorIn({ context }: Record<string, unknown>) {
	const { message, description, next } = isObject(context) && isObject(context.token) ? context.token : {};
	const isOne = typeof message === 'string' && typeof description === 'string' && isNextStep(next);
	return isOne ? { message, description, next } : undefined;
}
