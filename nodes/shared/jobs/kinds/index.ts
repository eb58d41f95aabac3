import { audio } from './audio';
import { avatar } from './avatar';
import { faceSwap } from './faceSwap';
import { image } from './image';
import { liveAvatarSession } from './session';
import type { JobKind } from './types';
import { video } from './video';

export { isoDate, mergeStates } from './state';
export type { JobKind, JobState } from './types';

/** The table of job kinds: a new kind is one file and one row, and everything else comes from it. */
export const jobKinds = { faceSwap, image, video, avatar, audio, liveAvatarSession } as const;

/** Whether a kind is the live avatar session: it streams, so there is no result to fetch or to be called about. */
export function isSession({ ready }: Pick<JobKind, 'ready'>): boolean {
	return ready === 'streaming';
}
