import { rawCredential } from '../n8n/rawCredential';
import { CREDENTIAL_NAME } from './account';
import { ADDRESSES } from './hosts';
import type { CallContext } from './types';

/** The fields of the credential that say whose account it is, and where. */
const FIELDS = [...Object.keys(ADDRESSES), 'clientId', 'clientSecret'];

/** What is the same for all items, and for a call to a parked run. `$self` leads to another of the fields. */
const SAME_FOR_ALL = /\$(?:vars|secrets|env|workflow|execution|self)\b/g;

const known = new WeakMap<object, Promise<boolean | undefined>>();

/**
 * Whether expressions in the credential may give each item another account; undefined in an n8n that does not show them.
 * Asked once for a run: n8n decrypts the credential for it.
 */
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
