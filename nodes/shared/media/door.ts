import { createHash } from 'crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { canReach } from '../transport/address';
import { ServiceError } from '../transport/errors';

/** A job may begin days after its address was made: it waits at the service, or for its turn (`maxInProgress`). */
const ADDRESS_LIFE = '7d';

/**
 * The address under which the service fetches a binary: it takes only addresses and has no upload. So a binary field is
 * made reachable by n8n's signed address, which lives a week.
 * @param label the parameter's name on the screen, for errors
 * @param serviceUrl the service's address
 * @throws ServiceError when n8n has no address for it that the service can reach
 */
export function signedUrlOf(
	context: IExecuteFunctions,
	binary: IBinaryData,
	property: string,
	label: string,
	serviceUrl: string,
): string {
	const url = signedUrlIfAny(context, binary, serviceUrl);
	if (url !== undefined) return url;
	const [why, toDo] =
		binary.id === undefined
			? [
					"this n8n keeps binary data in memory, where the service can't fetch it",
					'Set N8N_DEFAULT_BINARY_DATA_MODE=filesystem (or s3) where n8n is started',
				]
			: [
					`the service can't reach this n8n at ${new URL(signedUrl(context, binary)).host}`,
					'Set N8N_WEBHOOK_URL (WEBHOOK_URL in versions of n8n that do not know it) to the public address of n8n where it is started',
				];
	throw new ServiceError(`${label} is the binary field "${property}", and ${why}`, {
		description: `${toDo}, or give the address of the file under By URL.`,
	});
}

/** The same for outputs that do not depend on it: undefined where n8n has no address that the service can reach. */
export function signedUrlIfAny(
	context: IExecuteFunctions,
	binary: IBinaryData,
	serviceUrl: string,
): string | undefined {
	if (binary.id === undefined) return undefined;
	const url = signedUrl(context, binary);
	return canReach(serviceUrl, url) ? url : undefined;
}

const signedUrl = ({ helpers }: IExecuteFunctions, binary: IBinaryData) =>
	helpers.createBinarySignedUrl(binary, ADDRESS_LIFE);

/** The binary of an item as a data URI (service.md: Face detection). */
export async function dataUriOf(
	{ helpers }: IExecuteFunctions,
	item: number,
	property: string,
	{ mimeType }: IBinaryData,
): Promise<string> {
	const buffer = await helpers.getBinaryDataBuffer(item, property);
	return `data:${mimeType};base64,${buffer.toString('base64')}`;
}

/** The identity of a binary over several tries; never a signed address, which changes. */
async function identityOf(context: IExecuteFunctions, item: number, property: string): Promise<string> {
	const binary = binaryOf(context, item, property, property);
	if (binary.id !== undefined) return binary.id;
	const buffer = await context.helpers.getBinaryDataBuffer(item, property);
	return createHash('sha256').update(buffer).digest('hex');
}

/** The item's binary. @throws ServiceError that names the existing binary fields */
export function binaryOf(
	context: IExecuteFunctions,
	item: number,
	property: string,
	label: string,
): IBinaryData {
	const binaries = context.getInputData()[item]?.binary ?? {};
	const binary = binaries[property];
	if (binary) return binary;
	const names = Object.keys(binaries);
	throw new ServiceError(`${label} names the binary field "${property}", which the item does not have`, {
		description:
			names.length > 0
				? `Its binary fields are: ${names.join(', ')}.`
				: 'The item has no binary field at all: connect a node that reads or downloads the file, or choose By URL.',
	});
}

/** The identities of all binaries that an input names, in its order. */
export async function binaryIdentities(
	context: IExecuteFunctions,
	item: number,
	input: unknown,
): Promise<string[]> {
	if (typeof input !== 'object' || input === null) return [];
	const { mode, property }: { mode?: unknown; property?: unknown } = input;
	if (mode === 'binary' && typeof property === 'string') return [await identityOf(context, item, property)];
	const found: string[] = [];
	for (const value of Object.values(input)) found.push(...(await binaryIdentities(context, item, value)));
	return found;
}
