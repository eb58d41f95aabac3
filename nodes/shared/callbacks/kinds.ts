import { jobKinds, type JobKind } from '../jobs/kinds';

/** The kinds of jobs that send callbacks, in the order of their table. */
export const callbackKinds: readonly JobKind[] = Object.values(jobKinds).filter(
	({ callbackTypes }) => callbackTypes.length > 0,
);

/**
 * The kinds that a callback's `type` can mean (service.md: Callbacks), the likeliest first: `avatar` is a video more
 * often than an uploaded avatar. An unknown or missing type can mean any.
 */
export function kindsOf(type: string | undefined): readonly JobKind[] {
	const word = type?.trim().toLowerCase();
	const named = callbackKinds.filter(({ callbackTypes }) => callbackTypes.some((each) => each === word));
	return named.length > 0 ? named : callbackKinds;
}
