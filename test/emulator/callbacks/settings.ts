/** How callbacks are delivered (service.md: Callbacks). */
export interface CallbackSettings {
	/** Whether the body is the signed envelope or the bare fields. */
	mode: 'signed' | 'plain';
	/** Whether a callback with status 2 comes before the final one. */
	processing: boolean;
	/** How many times each callback is sent; 1 is once. */
	repeat: number;
	/** Whether the final callback comes before the one with status 2. */
	outOfOrder: boolean;
	/** Whether all callbacks arrive before the answer to the create call; the job is then final at once. */
	beforeResponse: boolean;
	/** Whether callbacks are not sent at all (they are logged as lost). */
	lost: boolean;
	/** Whether each callback is preceded by forged ones: a wrong signature, and one signed with another account. */
	forged: boolean;
	/** Whether the nonce is a number. */
	nonceAsNumber: boolean;
	/** Names of the status and URL fields: general ones, or those of a record. */
	fieldNames: 'status' | 'video_status' | 'image_status' | 'faceswap_status';
	/** Whether the fields stand at the top, or under `data` as in an answer: as an object, a list of one, or its `result`. */
	under: 'top' | 'data' | 'list' | 'result';
	/** The name of the record's id. */
	idField: '_id' | 'id' | 'video_model_id';
	/** What the timestamp counts. */
	timestampIn: 'milliseconds' | 'seconds';
	/** The letters of the signature. */
	signatureIn: 'small' | 'capitals';
	/** Wait before the second try; it doubles with each further one, up to a minute. */
	retryMs: number;
	/** Tries until the sender gives up. */
	maxTries: number;
}

export const defaultCallbackSettings: CallbackSettings = {
	mode: 'signed',
	processing: true,
	repeat: 1,
	outOfOrder: false,
	beforeResponse: false,
	lost: false,
	forged: false,
	nonceAsNumber: false,
	fieldNames: 'status',
	under: 'top',
	idField: '_id',
	timestampIn: 'milliseconds',
	signatureIn: 'small',
	retryMs: 200,
	maxTries: 10,
};

/** One delivery that was tried, or lost. */
export interface DeliveredCallback {
	at: number;
	url: string;
	jobId: string;
	status: number;
	/** The body as sent, parsed. */
	body: unknown;
	/** What was in it. */
	content: object;
	variant: 'genuine' | 'forged' | 'lost';
	/** 1 for the first try. */
	attempt: number;
	/** HTTP status of the answer; 0 when nobody answered. */
	httpStatus: number;
}
