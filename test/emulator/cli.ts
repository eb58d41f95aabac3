import { helpText, parseCommandLine } from './cliOptions';
import { startEmulator } from './index';

/** `npm run emulator`: starts the emulator and says how to use it, until Ctrl-C. */
async function main(): Promise<void> {
	const parsed = parseCommandLine(process.argv.slice(2));
	if (parsed.kind === 'help') return void process.stdout.write(helpText);
	if (parsed.kind === 'wrong') {
		process.stderr.write(`${parsed.message}\nSee npm run emulator -- --help\n`);
		process.exitCode = 2;
		return;
	}
	const log = parsed.quiet ? undefined : (line: string) => process.stdout.write(`${line}\n`);
	const emulator = await startEmulator({ ...parsed.options, log });
	process.stdout.write(
		[
			'The emulated media generation service is running. Fill the credential with:',
			`  Base URL       ${emulator.baseUrl}`,
			`  Detection URL  ${emulator.detectUrl}`,
			`  Client ID      ${emulator.clientId}`,
			`  Client Secret  ${emulator.clientSecret}`,
			`Sample media: ${emulator.mediaUrl}/people-3.png, ${emulator.mediaUrl}/portrait-ada.png, ${emulator.mediaUrl}/short.mp4`,
			`What it has seen, and all controls: ${emulator.baseUrl}/emulator`,
			'Stop it with Ctrl-C.',
			'',
		].join('\n'),
	);
	const stop = () => void emulator.close().then(() => process.exit(0));
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
	const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
	const why = isTaken ? 'The port is taken. Choose another one with --port.' : String(error);
	process.stderr.write(`The emulator could not start: ${why}\n`);
	process.exitCode = 1;
});
