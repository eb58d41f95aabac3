import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { BoundedMap } from '../service/boundedMap';
import { keyPairFingerprint, type KeyPair } from './account';
import type { HttpRequest } from './sendForCredential';
import { fetchToken, refusedTokens } from './token';
import type { CallContext } from './types';

/*
 * The tokens of a credential with expressions by item: they stay in the process. n8n stores a token with all other fields
 * of the credential, and 1.123 puts the values of that item in the place of the expressions, for all later runs (n8n.md:
 * Expressions in the credential).
 */

/** Marks a credential whose token must not be stored; n8n hands the object itself on to `preAuthentication`. */
const UNSTORED = 'tokenIsNotStored';

const tokens = new BoundedMap<string, string>(200);

/** The same context, with a credential whose token n8n does not store. For one request. */
export function withoutStoring<C extends CallContext>(context: C): C {
	let handedOut: ICredentialDataDecryptedObject | undefined;
	const getCredentials = async (type: string): Promise<ICredentialDataDecryptedObject> => {
		const marked = { accessToken: '', fingerprint: '', [UNSTORED]: true };
		handedOut ??= Object.assign(await context.getCredentials(type), marked);
		return handedOut;
	};
	return Object.create(context, { getCredentials: { value: getCredentials } }) as C;
}

/** Puts a token on a credential that withoutStoring marked; false for any other. @throws TokenError */
export async function putUnstoredToken(
	httpRequest: HttpRequest,
	credential: ICredentialDataDecryptedObject,
	keys: KeyPair,
): Promise<boolean> {
	if (credential[UNSTORED] !== true) return false;
	const fingerprint = keyPairFingerprint(keys);
	const known = tokens.get(fingerprint);
	if (known === undefined || refusedTokens.has(known)) {
		const { token } = await fetchToken(httpRequest, keys, known, known !== undefined);
		tokens.set(fingerprint, token);
	}
	Object.assign(credential, { accessToken: tokens.get(fingerprint), fingerprint });
	return true;
}
