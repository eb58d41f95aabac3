/** What happened, and what to do about it. */
export interface Explanation {
	message: string;
	description: string;
}

/** Groups of operations with the same codes (service.md: Errors). */
export type ErrorGroup = 'token' | 'faceSwap' | 'liveAvatar' | 'videoTranslation' | 'image' | 'avatarVideo';
