/** The shapes that vary between senders (service.md: Shapes that vary, Readings). */
export interface Shapes {
	/** `data` of the avatar list. */
	avatarList: 'array' | 'result';
	/** `data` of avatar detail and avatar creation. */
	avatarDetail: 'array' | 'object';
	avatarCreate: 'array' | 'object';
	/** The method that avatar creation takes; another one gets `wrongMethodStatus`. */
	avatarCreateMethod: 'POST' | 'GET' | 'both';
	/** Where avatar creation with GET looks for its fields. */
	avatarCreateFields: 'either' | 'query' | 'body';
	/** Entries on a page of avatars or sessions at most, whatever size is asked for; 0 for no such limit. */
	pageMost: number;
	/** Which page is given: the one that is asked for, or always the first. */
	pages: 'asked' | 'first';
	/** `count` of a list: all records, those of the page, always 0, or none. A bare array has none. */
	listCount: 'all' | 'page' | 'zero' | 'none';
	sessionListMethod: 'POST' | 'GET' | 'both';
	/** Whether a session list by POST is refused without a JSON body. */
	sessionListBody: 'optional' | 'needed';
	wrongMethodStatus: 404 | 405;
	/** HTTP status of answers with code 1101 and 1102. */
	authHttpStatus: 200 | 401;
	/** Whether a new token ends those that the account had before. */
	tokensPerAccount: 'any' | 'one';
	/** After so many requests a token is no longer taken. */
	requestsPerToken: number;
	/** Whether detection tells a picture that it can't open from one without a face, or crashes alike over both. */
	detectionCrash: 'apart' | 'alike';
	/** Whether detection goes by the bytes of a data URI, or takes only those whose type is that of a picture. */
	detectionData: 'bytes' | 'type';
	faceswapStatus: 'number' | 'string';
	/** What `job/del` takes: ids joined by commas, or one alone. */
	jobIds: 'joined' | 'one';
	/** `lipsync_video_url` of a translation: empty unless lips were synced, always there, or there instead of `video`. */
	lipsyncUrl: 'whenSynced' | 'always' | 'alone';
	/** Order of the records of a result list. */
	resultOrder: 'asked' | 'reversed' | 'shuffled';
	/** What becomes of a job that is cancelled: its record fails, or is no longer listed. */
	cancelled: 'failed' | 'gone';
	/** Whether a failed record says why, under which name, and whether it has a code. */
	failureReason: boolean;
	reasonField: 'usual' | 'reason' | 'failed_reason' | 'fail_reason' | 'msg' | 'message';
	errorCodes: boolean;
	/** What `stream_urls` holds in a session's detail answer. */
	sessionDetailUrls: 'all' | 'pullOnly';
	/** Text after the server id in `server_chat_room_url`. */
	serverUrlSuffix: '' | '.chat';
	/** Whether first generations and variations carry four `upscaled_urls`. */
	upscaledUrls: boolean;
	/** The name of an image record's button list. */
	buttonsField: 'buttons' | 'display_buttons' | 'both';
	/** How the buttons are written; null says nothing of them. */
	buttonNames: 'capital' | 'small' | 'null';
	/** Whether an image goes on offering the buttons that were used. */
	usedButtonsStay: boolean;
	/** Whether lips are synced where a translation does not say. */
	lipsyncDefault: boolean;
	/** Whether a colour may say how far it can be seen through, `#rrggbbaa`. */
	colours: 'rgb' | 'rgba';
	/**
	 * What a talking avatar takes: also any size, a text to speak, and an avatar with both URL and id, as clients send them;
	 * or only what is documented.
	 */
	talkingAvatar: 'clients' | 'documented';
	/** Whether records of translations say how far they are. */
	progress: boolean;
	/** Ids of records: texts of 24 digits, or numbers of 20, with more digits than a number of JavaScript keeps. */
	ids: 'text' | 'number';
	/** `create_time` and `createdAt`: milliseconds and a date, or seconds. */
	times: 'usual' | 'seconds';
	/** Where the token stands in its answer. */
	tokenUnder: 'top' | 'data';
	/** Whether speech is complete at once, or takes its time. */
	audio: 'atOnce' | 'later';
	/** Whether parameters that a call does not have are refused, or left out. Either way the log names them. */
	unknownFields: 'refused' | 'taken';
}

/** The shapes that are documented, or the commonest where it shows none. */
export const defaultShapes: Shapes = {
	avatarList: 'array',
	avatarDetail: 'array',
	avatarCreate: 'array',
	avatarCreateMethod: 'POST',
	avatarCreateFields: 'either',
	pageMost: 0,
	pages: 'asked',
	listCount: 'all',
	sessionListMethod: 'both',
	sessionListBody: 'optional',
	wrongMethodStatus: 405,
	authHttpStatus: 200,
	tokensPerAccount: 'any',
	requestsPerToken: Infinity,
	detectionCrash: 'apart',
	detectionData: 'bytes',
	faceswapStatus: 'number',
	jobIds: 'joined',
	lipsyncUrl: 'whenSynced',
	resultOrder: 'asked',
	cancelled: 'failed',
	failureReason: true,
	reasonField: 'usual',
	errorCodes: false,
	sessionDetailUrls: 'all',
	serverUrlSuffix: '',
	upscaledUrls: true,
	buttonsField: 'buttons',
	buttonNames: 'capital',
	usedButtonsStay: true,
	lipsyncDefault: false,
	colours: 'rgb',
	talkingAvatar: 'clients',
	progress: true,
	ids: 'text',
	times: 'usual',
	tokenUnder: 'top',
	audio: 'atOnce',
	unknownFields: 'refused',
};
