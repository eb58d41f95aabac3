/** What happened, and what to do about it. */
export interface Explanation {
	message: string;
	description: string;
}

/** The groups of operations that share their codes (service.md: Errors). */
export type ErrorGroup = 'token' | 'faceSwap' | 'liveAvatar' | 'videoTranslation' | 'image' | 'avatarVideo';
