import { choice } from './choice';

/**
 * The shapes that vary between senders, as they are documented, or the commonest where the documentation shows none
 * (service.md: Shapes that vary, Readings).
 */
export const defaultShapes = {
	/** `data` of avatar detail. */
	avatarDetail: choice('array', 'object'),
	/** The method that avatar creation takes. */
	avatarCreateMethod: choice('POST', 'GET', 'both'),
	/** Where avatar creation with GET looks for its fields. */
	avatarCreateFields: choice('either', 'query', 'body'),
	sessionListMethod: choice('both', 'POST', 'GET'),
	/** Whether a session list by POST is refused without a JSON body. */
	sessionListBody: choice('optional', 'needed'),
	/** HTTP status of answers with code 1101 and 1102. */
	authHttpStatus: choice(200, 401),
	/** Whether a new token ends those that the account had before. */
	tokensPerAccount: choice('any', 'one'),
	/** After so many requests a token is no longer taken. */
	requestsPerToken: Infinity,
	/** Whether detection tells a picture that it can't open from one without a face, or crashes alike over both. */
	detectionCrash: choice('apart', 'alike'),
	/** Whether detection goes by the bytes of a data URI, or takes only those whose type is that of a picture. */
	detectionData: choice('bytes', 'type'),
	/** What `job/del` takes: IDs joined by commas, or one alone. */
	jobIds: choice('joined', 'one'),
	/** `lipsync_video_url` of a translation: empty unless lips were synced, always there, or there instead of `video`. */
	lipsyncUrl: choice('whenSynced', 'always', 'alone'),
	/** Order of the records of a result list. */
	resultOrder: choice('asked', 'shuffled'),
	/** Whether a failed record says why, under which name, and whether it has a code. */
	failureReason: true,
	reasonField: choice('usual', 'reason', 'failed_reason', 'fail_reason', 'msg', 'message'),
	errorCodes: false,
	/** What `stream_urls` holds in a session's detail answer. */
	sessionDetailUrls: choice('all', 'pullOnly'),
	/** Text after the server ID in `server_chat_room_url`. */
	serverUrlSuffix: choice('', '.chat'),
	/** Whether first generations and variations carry four `upscaled_urls`. */
	upscaledUrls: true,
	/** How the buttons are written; null says nothing of them. */
	buttonNames: choice('capital', 'small', 'null'),
	/** Whether an image goes on offering the buttons that were used. */
	usedButtonsStay: true,
	/** Whether lips are synced where a translation does not say. */
	lipsyncDefault: false,
	/** IDs of records: texts of 24 digits, or numbers of 20, with more digits than a number of JavaScript keeps. */
	ids: choice('text', 'number'),
	/** `create_time` and `createdAt`: milliseconds and a date, or seconds. */
	times: choice('usual', 'seconds'),
	/** Where the token stands in its answer. */
	tokenUnder: choice('top', 'data'),
	/** Whether speech is complete immediately, or takes its time. */
	audio: choice('atOnce', 'later'),
	/** Whether parameters that a call does not have are refused, or left out. Either way the log names them. */
	unknownFields: choice('refused', 'taken'),
};

export type Shapes = typeof defaultShapes;
