import { BoundedMap } from '../service/boundedMap';
import type { ServiceRequest } from '../service/request';

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
