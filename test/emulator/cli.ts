import { parseArgs } from 'node:util';

import { control } from './control';
import { startEmulator } from './index';

const help = `Starts a server that behaves as the media generation service does: all its calls, detection, live sessions and
callbacks. Nothing is paid and nothing leaves this machine.

Usage: npm run emulator -- [options]

  --port <number>     Port to listen on. Default 4010; 0 takes any free one.
  --host <address>    Address to listen on. Default 127.0.0.1.
  --speed <seconds>   How long a job takes: 10, or a range such as 5-20. Default 5-20.
  --set <JSON>        Faults and settings, as POST /emulator takes them, for example
                      '{"faults": [{"kind": "code", "code": 1005, "match": {"path": "specifyimage"}, "times": 3}]}'
  --quiet             Say nothing about requests.
  --help              Show this text.

The manual is test/emulator/README.md.
`;

/** `npm run emulator`: starts the emulator and says how to use it, until Ctrl-C. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			host: { type: 'string', default: '127.0.0.1' },
			speed: { type: 'string', default: '5-20' },
			set: { type: 'string', default: '{}' },
			quiet: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return void process.stdout.write(help);
	const [from = 5, to = from] = values.speed.split('-').map(Number);
	if (!(from >= 0 && to >= from))
		throw new Error(`--speed must be seconds such as 10 or 5-20, not "${values.speed}".`);
	const say = (line: string) => process.stdout.write(`${line}\n`);
	const emulator = await startEmulator({
		port: Number(values.port),
		host: values.host,
		jobMs: [from * 1000, to * 1000],
		checkInputs: true,
		log: values.quiet ? undefined : say,
	});
	const stop = () => void emulator.close().then(() => process.exit(0));
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
	try {
		control(emulator, JSON.parse(values.set));
	} catch (error) {
		await emulator.close();
		throw error;
	}
	say(`The emulated media generation service is running. Fill the credential with:
  Base URL       ${emulator.baseUrl}
  Detection URL  ${emulator.detectUrl}
  Client ID      ${emulator.clientId}
  Client Secret  ${emulator.clientSecret}
Sample media: ${emulator.mediaUrl}/people-3.png, ${emulator.mediaUrl}/portrait-ada.png, ${emulator.mediaUrl}/short.mp4
Everything it has seen and its settings: ${emulator.baseUrl}/emulator
Stop it with Ctrl-C.`);
}

main().catch((error: unknown) => {
	const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
	const why = isTaken ? 'The port is taken. Choose another one with --port.' : String(error);
	process.stderr.write(`The emulator could not start: ${why}\nSee npm run emulator -- --help\n`);
	process.exitCode = 1;
});
