import { BoundedMap } from '../service/boundedMap';
import type { ServiceRequest } from '../service/request';
import type { Refusal } from './verdict';

/** The form of a request: where services differ, a request has several variants (service.md: Shapes that vary). */
export interface Variant {
	method: ServiceRequest['method'];
	path: string;
	/** What may be wrong with the variant itself when the service rejects a value. */
	doubt?: string;
}

/** The variant that worked, by host and path, for the whole process: a service does not change from call to call. */
const known = new BoundedMap<string, Variant>(1_000);

const IN_THE_QUERY =
	"This service takes the request as GET alone. n8n sends no body with GET, so the fields went in the query: where a service looks for them in the body, the operation can't be used from n8n";

/**
 * The variants of a request, in the order of trying: the one that worked before, or else the documented one, first.
 * @param root the address that the paths are below
 */
export function variantsOf(
	{ method, path, fallbackToGet, otherPath, body }: ServiceRequest,
	root: string,
): Variant[] {
	const variants: Variant[] = [{ method, path }];
	if (fallbackToGet === true && method !== 'GET') {
		variants.push({ method: 'GET', path, doubt: body && IN_THE_QUERY });
	}
	if (otherPath !== undefined) variants.push({ method, path: otherPath });
	const worked = known.get(`${root} ${path}`);
	const first = variants.find((each) => each.method === worked?.method && each.path === worked.path);
	if (first === undefined) return variants;
	return [{ ...first, doubt: undefined }, ...variants.filter((each) => each !== first)];
}

/** Remembers that a request was answered in this variant. */
export function rememberVariant(request: ServiceRequest, root: string, variant: Variant): void {
	known.set(`${root} ${request.path}`, variant);
}

const WRONG_VALUE = 1003;

/** Adds the doubt about a variant to the refusal of a value. */
export function explainedBy({ doubt }: Variant, refusal: Refusal): Refusal {
	if (doubt === undefined || refusal.code !== WRONG_VALUE) return refusal;
	return { ...refusal, description: `${refusal.description}. ${doubt}` };
}
