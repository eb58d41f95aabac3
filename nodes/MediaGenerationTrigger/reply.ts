import type { IDataObject } from 'n8n-workflow';
import type { Callback, CallbackRefusal } from '../shared/callbacks';

/** What becomes of a request: the answer to its sender, and the event and item of the run that it starts, if any. */
export type Reply =
	| { kind: 'accepted'; httpStatus: 200; reason: string; event: string; item: IDataObject }
	/** Accepted and not needed: an event or kind that is not wanted, or a repeat. */
	| { kind: 'filtered' | 'repeat' | 'tooOld'; httpStatus: 200; reason: string }
	/** 401 not authentic, 400 not a callback, 503 try again later. */
	| { kind: 'refused'; httpStatus: 400 | 401 | 503; reason: string };

const STATUS_OF: Readonly<Record<CallbackRefusal['why'], 400 | 401 | 503>> = {
	noCallback: 400,
	notAuthentic: 401,
	// The callback may be good: it must not be lost while someone corrects the credential.
	badKeys: 503,
};

export function refusedBody({ why, reason }: CallbackRefusal): Reply {
	return { kind: 'refused', httpStatus: STATUS_OF[why], reason };
}

/** A refusal after which the sender is to try again. */
export function later(reason: string): Reply {
	return { kind: 'refused', httpStatus: 503, reason };
}

/**
 * For a callback about a record that the service does not know. A signed one may be early; a plain one may come from
 * anybody.
 */
export function unknownRecord({ id, signed }: Callback): Reply {
	const reason = `The service knows no record ${id}`;
	return signed ? later(reason) : { kind: 'refused', httpStatus: 401, reason };
}

/** The answer to the sender. It holds nothing that would help to forge a callback. */
export function answerTo({ kind, httpStatus }: Reply): { status: string; message: string } {
	if (httpStatus === 401) return { status: 'refused', message: 'Not authentic' };
	if (httpStatus === 400) return { status: 'refused', message: 'Not a callback' };
	if (httpStatus === 503) return { status: 'refused', message: 'Try again later' };
	return { status: kind, message: 'Received' };
}

/**
 * What a person who listens for a test event sees of a refusal, instead of waiting in vain. What is filtered out is not
 * shown: the awaited event comes after it.
 */
export function shownInTest({ kind, httpStatus, reason }: Reply): IDataObject | undefined {
	return kind === 'refused' || kind === 'tooOld' ? { event: 'refused', reason, httpStatus } : undefined;
}
