import { audio } from './audio';
import { avatar } from './avatar';
import { faceSwap } from './faceSwap';
import { image } from './image';
import { liveAvatarSession } from './liveAvatarSession';
import type { JobKind, JobKindName } from './types';
import { video } from './video';

export { isoDate, mergeStates } from './state';
export type { JobKind, JobKindName, JobState, Reads, RecordReads, StreamUrls } from './types';

/** The table of job kinds: a new kind is one row, and everything else comes from it. */
export const jobKinds: Readonly<Record<JobKindName, JobKind>> = {
	faceSwap,
	image,
	video,
	avatar,
	audio,
	liveAvatarSession,
};
