import { plainText } from '../n8n/plainText';
import { isObject } from '../service/values';

/** n8n would show an HTTP text if the error had a `code`, `status` or `response`. */
export class TokenError extends Error {
	override readonly name = 'TokenError';

	constructor(
		readonly happened: string,
		readonly advice: string,
		/** The service was not reached, or was busy. */
		readonly mayWorkLater = false,
	) {
		super(plainText(advice === '' ? happened : `${happened}. ${advice}`));
	}
}

type Sentences = Pick<TokenError, 'happened' | 'advice' | 'mayWorkLater'>;

/** Goes by the shape, because n8n may load the credential separately from the nodes. */
export function findTokenError(thrown: unknown): Sentences | undefined {
	for (const { name, happened, advice, mayWorkLater } of causesOf(thrown)) {
		const isOne = name === 'TokenError' && typeof happened === 'string' && typeof advice === 'string';
		if (isOne && typeof mayWorkLater === 'boolean') return { happened, advice, mayWorkLater };
	}
	return undefined;
}

export function causesOf(thrown: unknown): Array<Record<string, unknown>> {
	const chain: Array<Record<string, unknown>> = [];
	for (let error = thrown; isObject(error) && chain.length < 6; error = error.cause) chain.push(error);
	return chain;
}
