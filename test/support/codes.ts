import type { ErrorGroup } from '../../nodes/shared/service/codes';

/** The codes that the interface lists for each group, with success. Other codes can come from any group. */
export const CODES_BY_GROUP: Readonly<Record<ErrorGroup, readonly number[]>> = {
	token: [1000, 1101, 1102, 1200],
	faceSwap: [1000, 1003, 1005, 1006, 1007, 1101, 1102, 1200],
	liveAvatar: [
		1000, 1003, 1008, 1009, 1101, 1102, 1200, 1201, 1202, 1203, 1204, 1205, 1207, 1209, 1210, 1211,
	],
	videoTranslation: [
		1000, 1003, 1008, 1009, 1101, 1102, 1200, 1201, 1202, 1203, 1204, 1205, 1207, 1209, 1210,
	],
	image: [1000, 1003, 1008, 1009, 1010, 1101, 1102, 1108, 1200],
	avatarVideo: [1000, 1003, 1006, 1102, 1109, 1200, 1201],
};

/** Codes that hold for the whole account, and that the interface does not list (service.md: Errors). */
export const ACCOUNT_CODES: readonly number[] = [1103, 1104, 1213, 1221];

/** Codes of sessions that the interface does not list (service.md: Errors). */
export const SESSION_CODES: readonly number[] = [1214, 1215, 1216, 1219];
