/**
 * Faces that cannot be used as they were given: `message` says what happened, `description` what to do, and `field`
 * names the field or input as the person sees it, where one is to blame.
 */
export class FaceError extends Error {
	override readonly name = 'FaceError';

	constructor(
		message: string,
		readonly description: string,
		readonly field?: string,
	) {
		super(message);
	}
}
