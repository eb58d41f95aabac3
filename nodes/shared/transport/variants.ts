import { BoundedMap } from '../service/boundedMap';
import type { ServiceRequest } from '../service/request';
import type { Refusal } from './verdict';

/** How a request is put: where senders differ, one request has several variants (service.md: Shapes that vary). */
export interface Variant {
	method: ServiceRequest['method'];
	path: string;
}

/** What worked, for the whole process, by host and path: a service does not change from call to call. */
const known = new BoundedMap<string, Variant>(1_000);

/**
 * The variants of a request, in the order in which they are tried: the one that worked before, or is documented, first.
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

/** Notes that a request was answered in this variant. */
export function rememberVariant(request: ServiceRequest, root: string, variant: Variant): void {
	known.set(`${root} ${request.path}`, variant);
}

const WRONG_VALUE = 1003;
const IN_THE_QUERY =
	"This service takes the request as GET alone. n8n sends no body with GET, so the fields went in the query: where a service looks for them in the body, the operation can't be used from n8n";

/**
 * A refusal, with what it may come from when fields of a body went in the query for the first time (service.md: Shapes
 * that vary).
 */
export function explainedBy(
	variant: Variant,
	request: ServiceRequest,
	root: string,
	refusal: Refusal,
): Refusal {
	const { method, path, body } = request;
	if (variant.method === method || body === undefined || refusal.code !== WRONG_VALUE) return refusal;
	if (known.get(`${root} ${path}`) !== undefined) return refusal;
	return { ...refusal, description: `${refusal.description}. ${IN_THE_QUERY}` };
}
