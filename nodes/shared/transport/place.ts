/** The destination of a request, in the words of the credential's screen, for messages. */
export interface Place {
	/** As at the start of a sentence. */
	name: string;
	/** The same, in a message about looking up its name. */
	host: string;
	field: 'Base URL' | 'Face Detection URL';
	/** What to look at, without a full stop. */
	check: string;
	/** What may be wrong with the address when the operation does not exist there. */
	whenNotThere: string;
}

/** The service itself. */
export function servicePlace(address?: string): Place {
	return {
		name: 'The service',
		host: 'The host of the service',
		field: 'Base URL',
		check: `Check the Base URL in the credential${leadingTo(address)}`,
		whenNotThere: 'The Base URL in the credential may be wrong: enter it without /api/open/v3',
	};
}

/**
 * The host that detects faces.
 * @param isOneHost whether the credential leaves it empty, so that the service's own is asked
 */
export function detectionPlace(address: string, isOneHost: boolean): Place {
	const empty =
		'The Face Detection URL in the credential is empty, so that the Base URL is asked: enter the address of the host that detects faces';
	return {
		name: 'The face detection host',
		host: 'The face detection host',
		field: 'Face Detection URL',
		check: isOneHost ? empty : `Check the Face Detection URL in the credential${leadingTo(address)}`,
		whenNotThere: isOneHost
			? empty
			: 'The Face Detection URL in the credential may be wrong: enter it without /detect',
	};
}

const leadingTo = (address?: string) =>
	address === undefined ? '' : ` (it leads to ${new URL(address).host})`;
