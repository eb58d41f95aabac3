import { startEmulator } from './index';

/** `npm run emulator` runs the service until Ctrl-C, on port 4010 or your port, with jobs of 5 to 20 seconds. */
async function main(): Promise<void> {
	const port = Number(process.argv[2] ?? 4010);
	const log = (line: string) => void process.stdout.write(`${line}\n`);
	const emulator = await startEmulator({ port, jobMs: [5_000, 20_000], log });
	const stop = () => void emulator.close().then(() => process.exit(0));
	process.once('SIGINT', stop).once('SIGTERM', stop);
	const { baseUrl, detectUrl, clientId, clientSecret, mediaUrl } = emulator;
	log(`The emulated media generation service is running. Fill the credential with:
  Base URL            ${baseUrl}
  Face Detection URL  ${detectUrl}
  Client ID           ${clientId}
  Client Secret       ${clientSecret}
Sample media: ${mediaUrl}/people-3.png, ${mediaUrl}/portrait-ada.png, ${mediaUrl}/short.mp4
Stop it with Ctrl-C.`);
}

void main();
