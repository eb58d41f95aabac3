/** What happened, and what to do about it. */
export interface Explanation {
	message: string;
	description: string;
}

/** Groups of operations with the same codes (service.md: Errors). */
export type ErrorGroup = 'token' | 'faceSwap' | 'liveAvatar' | 'videoTranslation' | 'image' | 'avatarVideo';

type OwnTexts = Readonly<Record<number, Partial<Explanation>>>;

/** The text of each code (service.md: Errors, Shapes that vary). */
export const CODE_TEXTS: Readonly<Record<number, Explanation>> = {
	1000: { message: 'The service took the request', description: 'Nothing is to be done' },
	1003: {
		message: 'The service rejected a value, or a value is missing',
		description:
			'Check that every field is filled in, and that its addresses can be opened from the internet',
	},
	1005: {
		message: 'The service received too many requests in a short time',
		description:
			'Try again in a minute; where many jobs are made, lower Submissions at a Time. This request was not taken, and costs nothing',
	},
	1006: {
		message: 'The credits of the account are used up',
		description: 'Buy credits at the service, and run what was not submitted again',
	},
	1007: {
		message: 'More than 8 faces are to be changed',
		description: 'Leave faces out, so that at most 8 remain, or make several passes over the result',
	},
	1008: {
		message: 'The service does not know what was asked for',
		description:
			'Check the ID: records are removed some time after they were made, and belong to one account',
	},
	1009: {
		message: 'The account may not use this content',
		description: 'Check that the ID belongs to the account of the credential',
	},
	1010: {
		message: 'This operation is not possible on this content',
		description: 'Check that it is completed, and that it offers this operation',
	},
	1101: {
		message: 'The service did not accept the access token, or it has expired',
		description:
			'Open the credential and test it: the Client ID and the Client Secret may have been replaced',
	},
	1102: {
		message: 'The request reached the service without an access token',
		description:
			'Check that no proxy between n8n and the service removes the Authorization header, and test the credential',
	},
	1108: {
		message: 'The image could not be generated',
		description: 'Try again later; if it persists, change the prompt or the image',
	},
	1109: {
		message: 'The avatar video could not be created',
		description:
			'Check that all addresses of the elements can be opened, and that avatar and voice exist; then try again later',
	},
	1200: {
		message: 'The account is banned',
		description: 'Ask the support of the service. Nothing more is sent for this account',
	},
	1201: {
		message: 'The audio could not be created',
		description: 'Try again later; if it persists, choose another voice or a shorter text',
	},
	1202: {
		message: 'This video was lip-synced into this language before',
		description: 'Use the earlier result, choose another language, or turn off lip sync',
	},
	1203: {
		message: 'The video has no sound',
		description: 'Use a video with an audio track in which someone speaks',
	},
	1204: {
		message: 'The video is longer than 60 seconds',
		description: 'Cut the video into parts of at most 60 s each, and send them one by one',
	},
	1205: {
		message: 'The video could not be created',
		description: 'Try again later; if it persists, try another video',
	},
	1207: {
		message: 'The video is larger than 300 MB',
		description: 'Compress the video, or lower its resolution, so that the file has at most 300 MB',
	},
	1209: {
		message: 'The service cannot read the encoding of the video',
		description: 'Convert the video, to an MP4 with H.264 picture and AAC sound for example',
	},
	1210: {
		message: 'The video has too many frames per second',
		description: 'Convert the video to 30 frames per second or fewer',
	},
	1211: {
		message: 'The lips could not be synchronized with the sound',
		description: 'Try again later; if it persists, use a video that shows one face clearly',
	},
	1214: {
		message: 'The session is still being prepared',
		description: 'Wait until its status is streaming, then try again',
	},
	1215: {
		message: 'The live avatar is busy',
		description: 'Try again in a minute, and close sessions that are no longer needed',
	},
	1216: {
		message: 'The session does not exist',
		description: 'Check the session ID, or create a new session',
	},
	1219: {
		message: 'The session is closed',
		description: 'Create a new session',
	},
};

/** A source video of an avatar may have twice as many frames a second as one to translate (service.md: Limits). */
const AVATAR_SOURCE: OwnTexts = {
	1204: {
		description: 'Shorten it to the minute in which the person is seen best: one avatar is made of one video',
	},
	1210: {
		message: 'The video has more than 60 frames per second',
		description: 'Convert the video to 60 frames per second or fewer',
	},
};

/** Texts, or parts of them, of codes that mean more, or something else, in one group. */
export const TEXTS_BY_GROUP: Readonly<Record<ErrorGroup, OwnTexts>> = {
	token: {
		1101: {
			message: 'The service does not accept the Client ID and the Client Secret',
			description:
				'Copy both again from the API credentials of your account at the service, without spaces around them',
		},
		1102: {
			message: 'The Client ID or the Client Secret is missing',
			description: 'Fill in both in the credential',
		},
	},
	faceSwap: {
		1003: {
			description:
				'Check that every field is filled in, that the pictures or the video can be opened from the internet, and that the faces were detected in these very pictures',
		},
	},
	liveAvatar: {
		1003: {
			description:
				'A new session needs an avatar for live sessions, official or your own, whose status is completed; everything else needs the ID of a session',
		},
		1008: {
			message: 'The service does not know this session or avatar',
			description:
				'Check the ID: a session needs the ID that its creation gave, a new session the ID of an avatar',
		},
		...AVATAR_SOURCE,
	},
	videoTranslation: {
		1008: {
			message: 'The service does not know this video',
			description: 'Check the ID: it is the one that the creation gave, for the account of the credential',
		},
		1210: { message: 'The video has more than 30 frames per second' },
	},
	image: {
		1008: {
			message: 'The service does not know this image',
			description: 'Check the ID: it is the one that the generation gave, for the account of the credential',
		},
		1010: {
			message: 'This operation is not possible on this image',
			description:
				'Check that the image is completed, and that its buttons offer this operation for this image number',
		},
	},
	avatarVideo: {
		...AVATAR_SOURCE,
		1003: {
			description:
				'Check that all addresses can be opened from the internet, that avatar and voice exist, and that the ID of a new avatar is one that no other avatar has',
		},
		1008: {
			message: 'The service does not know this avatar, video or audio',
			description: 'Check the ID: it is the one that the creation gave, for the account of the credential',
		},
	},
};
