/** Faces that cannot be used: `message` says what happened, and to which field; `description` what to do. */
export class FaceError extends Error {
	override readonly name = 'FaceError';

	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

/**
 * Uses every entry, and names all that cannot be used, not only the first.
 *
 * @throws FaceError of the first one, with the messages of the others before what to do
 */
export function eachOf<T, R>(entries: readonly T[], use: (entry: T, index: number) => R): R[] {
	const refused: FaceError[] = [];
	const used = entries.flatMap((entry, index) => {
		try {
			return [use(entry, index)];
		} catch (error) {
			refused.push(asFaceError(error));
			return [];
		}
	});
	const [first, ...others] = new Set(refused.map(({ message }) => message));
	if (first === undefined) return used;
	const descriptions = new Set(refused.map(({ description }) => description));
	throw new FaceError(first, [...others, ...descriptions].join('. '));
}

/** @throws anything else: it is not about one entry */
function asFaceError(error: unknown): FaceError {
	if (error instanceof FaceError) return error;
	throw error;
}
