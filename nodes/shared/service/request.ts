import type { ErrorGroup } from './codes';

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

/** One call to the service, as data. */
export interface ServiceRequest {
	/** The service itself (default), or the one that detects faces (service.md: Face detection). */
	host?: 'service' | 'detection';
	method: 'GET' | 'POST';
	/**
	 * The path, from its first slash, below the versioned root, `/api/open/v3` on the service and nothing on the
	 * detection host.
	 */
	path: string;
	/** Query parameters; an undefined one is left out. */
	query?: Record<string, string | number | undefined>;
	body?: { [key: string]: Json | undefined };
	/**
	 * `create` makes something that is paid for. It is sent once, and again only if the service certainly did not take
	 * it.
	 */
	intent: 'create' | 'repeatable';
	/** Whether to try once with GET after HTTP 404 or 405 (service.md: Shapes that vary). */
	fallbackToGet?: boolean;
	patient?: boolean;
	/** Another path of the same operation, tried once after HTTP 404 or 405 (service.md: Voices and audio). */
	otherPath?: string;
	isList?: boolean;
	wanted?: readonly string[];
	/** The group of operations that gives the codes of an answer their meaning (service.md: Errors). */
	group: ErrorGroup;
}
