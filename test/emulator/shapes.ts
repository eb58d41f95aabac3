import { choice } from './choice';

/**
 * The shapes that vary between senders. The defaults are documented, or the commonest if the documentation shows none
 * (service.md: Shapes that vary, Readings).
 */
export const defaultShapes = {
	avatarCreateMethod: choice('POST', 'GET', 'both'),
	sessionListMethod: choice('both', 'POST', 'GET'),
	requestsPerToken: Infinity,
	/** Whether detection reads the bytes of any data URI, or accepts only the types of pictures. */
	detectionData: choice('bytes', 'type'),
	/** Whether `job/del` accepts IDs joined by commas, or only one ID. */
	jobIds: choice('joined', 'one'),
	resultOrder: choice('asked', 'reversed'),
	/** The content of `stream_urls` in a session's detail answer. */
	sessionDetailUrls: choice('all', 'pullOnly'),
	serverUrlSuffix: choice('', '.chat'),
	/** How many `upscaled_urls` first generations and variations have. */
	upscaledUrls: 4,
	usedButtonsStay: true,
	/** IDs of records: texts of 24 digits, or numbers of 20 digits, which is more than a JavaScript number keeps. */
	ids: choice('text', 'number'),
	/** Whether unknown parameters are refused, or left out. The log names them in both cases. */
	unknownFields: choice('refused', 'taken'),
};

export type Shapes = typeof defaultShapes;
