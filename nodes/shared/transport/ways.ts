import type { ServiceRequest } from '../service/request';
import type { Refusal } from './verdict';

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

const WRONG_VALUE = 1003;
const IN_THE_QUERY =
	"This service takes the request as GET alone. n8n sends no body with GET, so the fields went in the query: where a service looks for them in the body, the operation can't be used from n8n";

/**
 * A refusal, with what it may come from when fields of a body went in the query for the first time (service.md: Shapes
 * that vary).
 */
export function explainedBy(way: Way, request: ServiceRequest, root: string, refusal: Refusal): Refusal {
	const { method, path, body } = request;
	if (way.method === method || body === undefined || refusal.code !== WRONG_VALUE) return refusal;
	if (known.has(`${root} ${path}`)) return refusal;
	return { ...refusal, description: `${refusal.description}. ${IN_THE_QUERY}` };
}
