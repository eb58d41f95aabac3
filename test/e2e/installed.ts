import { playExternally } from '../n8n/external';
import { startPlayground, type Playground, type PlayOptions } from '../n8n/play';

/** The n8n for the suites: `N8N_VERSION`, or the current version. */
export const version = process.env.N8N_VERSION || undefined;

/**
 * A real n8n with the packed tarball, installed as n8n itself installs a community package. With `N8N_EXTERNAL_URL`, it is
 * the n8n at that address.
 */
async function startInstalled(options: PlayOptions = {}): Promise<Playground> {
	const address = process.env.N8N_EXTERNAL_URL;
	if (address) return await playExternally(address, options);
	const tarball = process.env.PACKED_TARBALL;
	if (tarball === undefined)
		throw new Error('There is no packed tarball: run the suites by npm run test:e2e.');
	return await startPlayground({ version, say: () => {}, ...options, packages: [{ tarball }] });
}

/** One n8n for all tests of a file. */
export function useInstalled(options: PlayOptions = {}): { play(): Playground } {
	let play: Playground | undefined;
	beforeAll(async () => {
		play = await startInstalled(options);
	});
	afterAll(async () => await play?.close());
	return {
		play: () => {
			if (!play) throw new Error('n8n is up in tests alone.');
			return play;
		},
	};
}
