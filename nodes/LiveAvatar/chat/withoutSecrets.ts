import { ItemFailure } from '../../shared/operation/failure';
import { isObject } from '../../shared/service/values';
import { CREDENTIAL_NAME } from '../../shared/transport/account';
import { redact, redactAll } from '../../shared/transport/redact';
import type { CallContext } from '../../shared/transport/types';
import type { Answer } from './collector';

/* The chat does not go through the transport, which takes the secrets out of everything else that the service says. */

async function secretsOf(context: CallContext): Promise<unknown[]> {
	const { clientSecret, accessToken } = await context.getCredentials(CREDENTIAL_NAME);
	return [clientSecret, accessToken];
}

/** An answer without secret and token, also where it came in parts. */
export async function answerWithoutSecrets(
	context: CallContext,
	{ answer, record, ...rest }: Answer,
): Promise<Answer> {
	const secrets = await secretsOf(context);
	const clean = redactAll(record, secrets);
	return { ...rest, answer: redact(answer, secrets), record: isObject(clean) ? clean : {} };
}

/** A failure without them: it quotes the service. */
export async function failureWithoutSecrets(
	context: CallContext,
	{ message, details, stopsEverything }: ItemFailure,
): Promise<ItemFailure> {
	const secrets = await secretsOf(context);
	const { description } = details;
	const clean = {
		...details,
		...(description !== undefined && { description: redact(description, secrets) }),
	};
	return new ItemFailure(redact(message, secrets), clean, stopsEverything);
}
