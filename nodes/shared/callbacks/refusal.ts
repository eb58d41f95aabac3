/** Why a body is refused: `badKeys` is about the credential, the others about the body. */
export interface CallbackRefusal {
	why: 'noCallback' | 'notAuthentic' | 'badKeys';
	/** A sentence without a full stop and without a secret. */
	reason: string;
}

/** A body, opened. */
export type Opened<T> = { ok: true; value: T } | { ok: false; refusal: CallbackRefusal };

export function refuseCallback(why: CallbackRefusal['why'], reason: string): Opened<never> {
	return { ok: false, refusal: { why, reason } };
}
