import type { ServiceRequest } from '../service/request';

/** How a request is put: where senders differ, one request has several ways (service.md: Shapes that vary). */
export interface Way {
	method: ServiceRequest['method'];
	path: string;
}

/** What worked, for the whole process, by host and path: a service does not change its ways from call to call. */
const known = new Map<string, Way>();

/**
 * The ways of a request, in the order in which they are tried: the one that worked before, or is documented, first.
 * @param root the address that the paths are below
 */
export function waysOf({ method, path, fallbackToGet, otherPath }: ServiceRequest, root: string): Way[] {
	const ways: Way[] = [{ method, path }];
	if (fallbackToGet === true && method !== 'GET') ways.push({ method: 'GET', path });
	if (otherPath !== undefined) ways.push({ method, path: otherPath });
	const worked = known.get(`${root} ${path}`);
	const first = ways.find((way) => way.method === worked?.method && way.path === worked.path);
	return first === undefined ? ways : [first, ...ways.filter((way) => way !== first)];
}

/** Notes that a request was answered in this way. */
export function rememberWay(request: ServiceRequest, root: string, way: Way): void {
	known.set(`${root} ${request.path}`, way);
}
