import type { ErrorGroup } from './codes';

/** A value that travels as JSON. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

/**
 * One call to the service, as data: what to send, not how. The operations and the table of job kinds write them,
 * the transport sends them.
 */
export interface ServiceRequest {
	/** Which host answers: the service itself (default), or the one that detects faces (service.md: Face detection). */
	host?: 'service' | 'detection';
	method: 'GET' | 'POST';
	/** The path below the versioned root, `/api/open/v3` on the service and nothing on the detection host. */
	path: string;
	/** Query parameters; an undefined one is left out. */
	query?: Record<string, string | number | undefined>;
	body?: { [key: string]: Json | undefined };
	/**
	 * `create` makes something that is paid for: it is sent once, and again only when the service said that it did not
	 * take it. `repeatable` may be sent again after any fault: reads, and changes that mean the same when said twice.
	 */
	intent: 'create' | 'repeatable';
	/** Whether HTTP 404 or 405 is answered by one try with GET (service.md: Shapes that vary). */
	fallbackToGet?: boolean;
	/** The path of the same operation at other senders, tried once after HTTP 404 or 405 (service.md: Voices and audio). */
	otherPath?: string;
	/** Of a list of records in the answer, the ids of those that are looked at; all of them where it is absent. */
	wanted?: readonly string[];
	/** The group of operations that gives the codes of an answer their meaning (service.md: Errors). */
	group: ErrorGroup;
}
