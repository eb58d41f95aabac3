import type { ErrorGroup } from './failure';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

export interface ServiceRequest {
	/** service.md: Face detection */
	host?: 'service' | 'detection';
	method: 'GET' | 'POST';
	/** It is below `/api/open/v3` or the root of the detection host. If it begins with `/api/`, below the Base URL. */
	path: string;
	query?: Record<string, string | number | undefined>;
	body?: { [key: string]: Json | undefined };
	/** A `create` is paid. It is sent again only if the service certainly did not take it. */
	intent: 'create' | 'repeatable';
	/** With GET after HTTP 404 or 405 (service.md: Shapes that vary). */
	fallbackToGet?: boolean;
	/** Sent for as long as a create waits for a service that is away: a row needs it before its create, or it ends costs. */
	patient?: boolean;
	/** Also an empty answer says that it succeeded. */
	emptyIsDone?: boolean;
	/** Tried once after HTTP 404 or 405 (service.md: Voices and audio). */
	otherPath?: string;
	isList?: boolean;
	/** The account of its claim. A create is sent on no other one. */
	payer?: string;
	group: ErrorGroup;
	/** The next step when there is no such operation, or it is refused. The default is the address in the credential. */
	check?: string;
	/** Another possible cause of the code 1003. */
	doubt?: { field: string; suggestion: string; say: string };
}

/** A request that costs nothing, and may be sent again. */
export const freeRequest = (
	group: ErrorGroup,
	method: ServiceRequest['method'],
	path: string,
	others: Partial<Omit<ServiceRequest, 'method' | 'path' | 'intent' | 'group'>> = {},
): ServiceRequest => ({ method, path, ...others, intent: 'repeatable', group });

export const READ_BALANCE = freeRequest('faceSwap', 'GET', '/faceswap/quota/info');
