import type { ServiceRequest } from '../service/request';

type Method = ServiceRequest['method'];

/** What worked, for the whole process, by host and path: a service does not change its methods from call to call. */
const known = new Map<string, Method>();

/** The method to try first: the one that worked before, or the one that is documented. */
export function methodFor(request: ServiceRequest, url: string): Method {
	return (request.fallbackToGet === true ? known.get(url) : undefined) ?? request.method;
}

/** The other method to try when this one is not there (field notes: Shapes that vary), if there is one. */
export function otherMethod(request: ServiceRequest, tried: Method): Method | undefined {
	if (request.fallbackToGet !== true) return undefined;
	if (tried !== 'GET') return 'GET';
	return request.method === 'GET' ? undefined : request.method;
}

export function rememberMethod(request: ServiceRequest, url: string, worked: Method): void {
	if (request.fallbackToGet === true) known.set(url, worked);
}
