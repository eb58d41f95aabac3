import { ItemFailure } from '../../shared/operation/failure';
import { isObject } from '../../shared/service/values';
import { CREDENTIAL_NAME } from '../../shared/transport/account';
import { Secrets } from '../../shared/transport/redact';
import type { CallContext } from '../../shared/transport/types';
import type { Answer } from './collector';

/**
 * Takes secret and token out of what a chat gives, also where they came in parts. It does not go through the transport,
 * which takes them out of everything else that the service says.
 */
export async function redactorOf(context: CallContext) {
	const { clientSecret, accessToken } = await context.getCredentials(CREDENTIAL_NAME);
	const secrets = new Secrets(clientSecret, accessToken);
	return {
		answer({ answer, record, ...rest }: Answer): Answer {
			const clean = secrets.redactAll(record);
			return { ...rest, answer: secrets.redact(answer), record: isObject(clean) ? clean : {} };
		},
		failure({ message, details, stopsEverything }: ItemFailure): ItemFailure {
			const description = details.description && secrets.redact(details.description);
			return new ItemFailure(secrets.redact(message), { ...details, description }, stopsEverything);
		},
	};
}
