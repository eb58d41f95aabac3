import { excerptOf } from './values';

/** Groups of operations with the same codes (service.md: Errors). */
export type ErrorGroup = 'token' | 'faceSwap' | 'liveAvatar' | 'videoTranslation' | 'image' | 'avatarVideo';

type Texts = Readonly<Record<number, string>>;

/** The text of each code (service.md: Errors, Shapes that vary): what happened, in one sentence, then what to do. */
export const CODE_TEXTS: Texts = {
	1003: 'The service rejected a value, or a value is missing. Check that every field is filled in, and that its addresses can be opened from the internet',
	1005: 'The service received too many requests in a short time. Try again later; other programs may use the account at the same time. This request was not taken, and costs nothing',
	1006: 'The credits of the account are used up. Buy credits at the service, and run what was not submitted again',
	1007: 'More than 8 faces are to be changed. Leave faces out, so that at most 8 remain, or make several passes over the result',
	1008: 'The service does not know this ID. Check it: records are removed some time after they were made, and belong to one account',
	1009: 'The account may not use this content. Check that the ID belongs to the account of the credential',
	1010: 'This operation is not possible on this content. Check that it is completed; an image, also that its buttons offer this operation',
	1101: 'The service did not accept the access token, or it has expired. Open the credential and test it: the Client ID and the Client Secret may have been replaced',
	1102: 'The request reached the service without an access token. Check that no proxy between n8n and the service removes the Authorization header, and test the credential',
	1108: 'The image could not be generated. Try again later; if it persists, change the prompt or the image',
	1109: 'The avatar video could not be created. Check that all addresses of the elements can be opened, and that avatar and voice exist; then try again later',
	1200: 'The account is banned. Ask the support of the service. Nothing more is sent for this account',
	1201: 'The audio could not be created. Try again later; if it persists, choose another voice or a shorter text',
	1202: 'This video was lip-synced into this language before. Use the earlier result, choose another language, or turn off lip sync',
	1203: 'The video has no sound. Use a video with an audio track in which someone speaks',
	1204: 'The video is longer than 60 seconds. Cut the video into parts of at most 60 s each, and send them one by one',
	1205: 'The video could not be created. Try again later; if it persists, try another video',
	1207: 'The video is larger than 300 MB. Compress the video, or lower its resolution, so that the file has at most 300 MB',
	1209: 'The service cannot read the encoding of the video. Convert the video, to an MP4 with H.264 picture and AAC sound for example',
	1210: 'The video has more than 30 frames per second. Convert the video to 30 frames per second or fewer',
	1211: 'The lips could not be synchronized with the sound. Try again later; if it persists, use a video that shows one face clearly',
	1214: 'The session is still being prepared. Wait until its status is streaming, then try again',
	1215: 'The live avatar is busy. Try again in a minute, and close sessions that are no longer needed',
	1216: 'The session does not exist. Check the session ID: it is the id that Create gave, and Get Many lists those that are open. To go on talking, create a new session',
	1219: 'The session is closed. Create a new session',
};

/** A source video of an avatar may have twice as many frames a second as one to translate (service.md: Limits). */
const AVATAR_SOURCE: Texts = {
	1204: 'The video is longer than 60 seconds. Shorten it to the minute in which the person is seen best: one avatar is made of one video',
	1210: 'The video has more than 60 frames per second. Convert the video to 60 frames per second or fewer',
};

/** The texts of codes that mean more in one group, or something else. */
export const TEXTS_BY_GROUP: Readonly<Partial<Record<ErrorGroup, Texts>>> = {
	token: {
		1101: 'The service does not accept the Client ID and the Client Secret. Copy both again from the API credentials of your account at the service, without spaces around them',
		1102: 'The Client ID or the Client Secret is missing. Fill in both in the credential',
	},
	videoTranslation: {
		1003: 'The service rejected a value, or a value is missing. Check that the video can be opened from the internet, and that both languages are codes of the list, such as en (lang_code of Language › Get Many)',
	},
	faceSwap: {
		1003: 'The service rejected a value, or a value is missing. Check that every field is filled in, that the pictures or the video can be opened from the internet, and that the faces were detected in these very pictures',
	},
	liveAvatar: {
		...AVATAR_SOURCE,
		1003: 'The service rejected a value, or a value is missing. A new session needs an avatar for live sessions, official or your own, whose status is completed: those of type 2 in the list of the node Avatar Video (Avatar › Get Many). Everything else needs the ID of a session',
	},
	avatarVideo: {
		...AVATAR_SOURCE,
		1003: 'The service rejected a value, or a value is missing. Check that all addresses can be opened from the internet, that avatar and voice are IDs of their lists (Get Many), and that the ID of a new avatar is one that no other avatar has',
	},
};

/**
 * Whether a number can be a code with which the service refuses: they have four digits, and gateways repeat their HTTP
 * status in the same field. The texts beside any other number are not the service's own.
 */
export function isServiceCode(code: number | undefined): code is number {
	return code !== undefined && code > 1_000 && code < 10_000;
}

/** Whether this package has a text for the code (service.md: Errors). */
export function isKnownCode(code: number): boolean {
	return [CODE_TEXTS, ...Object.values(TEXTS_BY_GROUP)].some((texts) => code in texts);
}

/**
 * Says what a refused request means: `message` what happened, `description` what to do. The service's own words and the
 * code are at the end of the description; for an unlisted code they are the message.
 */
export function explainCode(code: number, serviceMessage: string, group: ErrorGroup) {
	const said = excerptOf(serviceMessage, 300);
	const text = textOf(code, group);
	if (text === undefined) {
		return {
			message: said
				? `The service answered: ${said} (code ${code})`
				: `The service refused the request with code ${code}`,
			description:
				'This code is not documented. Check the input against what the service says, and ask its support if it persists',
		};
	}
	const [message = '', ...advice] = text.split('. ');
	const quote = said ? `The service said: ${said} (code ${code})` : `(Code ${code})`;
	return { message, description: [...advice, quote].join('. ') };
}

/** What happened, by its code in this group; undefined for a code without a text (service.md: Errors). */
export function messageOf(code: number, group: ErrorGroup): string | undefined {
	return textOf(code, group)?.split('. ')[0];
}

const textOf = (code: number, group: ErrorGroup) => TEXTS_BY_GROUP[group]?.[code] ?? CODE_TEXTS[code];

const among =
	(...codes: number[]) =>
	(code: number | undefined) =>
		code !== undefined && codes.includes(code);

/** Sent too often; the request was not taken and may be sent again later (service.md: Errors). */
export const isTooFrequent = among(1005);

/** The session is being prepared, or busy; the same may be asked again later. */
export const isNotNow = among(1214, 1215);

/** Says that a live avatar session will not answer a question: it does not stream yet, is busy, or is no more. */
export const isUnanswering = among(1214, 1215, 1216, 1219);

/** The token was not accepted, or did not arrive; another one may be accepted. */
export const isTokenRefused = among(1101, 1102);

/** Banned: nothing of this account is taken. */
export const isBanned = among(1200);

/** No credits, or banned; no other request of this account would be taken either. */
export const stopsEverything = among(1006, 1200);

/** What the request names does not exist. */
export const isNotFound = among(1008, 1216);

/** The session is closed already. */
export const isAlreadyClosed = among(1219);
