import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { rawCredential } from '../n8n/rawCredential';
import { BoundedMap } from '../service/boundedMap';
import { CREDENTIAL_NAME, type Account } from './account';
import { ADDRESSES } from './hosts';
import { fetchToken, refusedTokens, type HttpRequest } from './token';
import type { CallContext } from './types';

const FIELDS = [...Object.keys(ADDRESSES), 'apiKey', 'clientId', 'clientSecret'];

const SAME_FOR_ALL = /\$(?:vars|secrets|env|workflow|execution|self)\b/g;

const known = new WeakMap<object, Promise<boolean | undefined>>();

/** Undefined in an n8n that does not show the expressions. Asked once per run, because n8n decrypts the credential. */
export async function isByItem(context: CallContext): Promise<boolean | undefined> {
	const asked = known.get(context) ?? readCredential(context);
	known.set(context, asked);
	return await asked;
}

async function readCredential(context: CallContext): Promise<boolean | undefined> {
	const raw = await rawCredential(context, CREDENTIAL_NAME);
	return raw && FIELDS.some((name) => mayDiffer(raw[name]));
}

function mayDiffer(value: unknown): boolean {
	if (typeof value !== 'string' || !value.startsWith('=') || !value.includes('{{')) return false;
	return value.replace(SAME_FOR_ALL, '').includes('$');
}

/*
 * n8n stores a token with all fields of the credential. n8n 2.0 to 2.30 also replace its expressions with the values of
 * the item, for all later runs (n8n.md: Expressions in the credential).
 */

/** n8n hands the marked object itself to `preAuthentication`. */
const UNSTORED = 'tokenIsNotStored';

const tokens = new BoundedMap<string, string>(200);

/** For one request. */
export function withoutStoring<C extends CallContext>(context: C): C {
	let handedOut: ICredentialDataDecryptedObject | undefined;
	const getCredentials = async (type: string): Promise<ICredentialDataDecryptedObject> => {
		const marked = { accessToken: '', fingerprint: '', [UNSTORED]: true };
		handedOut ??= Object.assign(await context.getCredentials(type), marked);
		return handedOut;
	};
	return Object.create(context, { getCredentials: { value: getCredentials } }) as C;
}

/** False for a credential without the mark. @throws TokenError */
export async function putUnstoredToken(
	httpRequest: HttpRequest,
	credential: ICredentialDataDecryptedObject,
	account: Account,
): Promise<boolean> {
	if (credential[UNSTORED] !== true) return false;
	const { fingerprint } = account;
	const known = tokens.get(fingerprint);
	if (known === undefined || refusedTokens.has(known)) {
		const { token } = await fetchToken(httpRequest, account, known, known !== undefined);
		tokens.set(fingerprint, token);
	}
	Object.assign(credential, { accessToken: tokens.get(fingerprint), fingerprint });
	return true;
}
