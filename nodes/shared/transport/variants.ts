import { BoundedMap } from '../service/boundedMap';
import type { ServiceRequest } from '../service/request';
import type { Refusal } from './verdict';

/** The form of a request: where services differ, a request has several variants (service.md: Shapes that vary). */
export interface Variant {
	method: ServiceRequest['method'];
	path: string;
}

/** The variant that worked, by host and path, for the whole process: a service does not change from call to call. */
const known = new BoundedMap<string, Variant>(1_000);

/**
 * The variants of a request, in the order of trying: the one that worked before, or else the documented one, first.
 * @param root the address that the paths are below
 */
export function variantsOf(
	{ method, path, fallbackToGet, otherPath }: ServiceRequest,
	root: string,
): Variant[] {
	const variants: Variant[] = [{ method, path }];
	if (fallbackToGet === true && method !== 'GET') variants.push({ method: 'GET', path });
	if (otherPath !== undefined) variants.push({ method, path: otherPath });
	const worked = known.get(`${root} ${path}`);
	const first = variants.find((each) => each.method === worked?.method && each.path === worked.path);
	return first === undefined ? variants : [first, ...variants.filter((each) => each !== first)];
}

/** Remembers that a request was answered in this variant. */
export function rememberVariant(request: ServiceRequest, root: string, variant: Variant): void {
	known.set(`${root} ${request.path}`, variant);
}

const WRONG_VALUE = 1003;
const IN_THE_QUERY =
	"This service takes the request as GET alone. n8n sends no body with GET, so the fields went in the query: where a service looks for them in the body, the operation can't be used from n8n";

/**
 * Adds a possible reason to a refusal, when the fields of a body went into the query for the first time (service.md:
 * Shapes that vary).
 */
export function explainedBy(
	variant: Variant,
	request: ServiceRequest,
	root: string,
	refusal: Refusal,
): Refusal {
	const { method, path, body } = request;
	if (variant.method === method || body === undefined || refusal.code !== WRONG_VALUE) return refusal;
	if (known.peek(`${root} ${path}`)) return refusal;
	return { ...refusal, description: `${refusal.description}. ${IN_THE_QUERY}` };
}
