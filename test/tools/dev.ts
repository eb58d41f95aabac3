/** `npm run dev` starts a real n8n to play with, with `N8N_VERSION` another version than the current. */
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PLAY_ACCOUNT } from '../n8n/client';
import { PROJECT_FOLDER } from '../n8n/install';
import { endWithUs } from '../n8n/program';
import { NODE_TYPES, startPlayground, type Playground } from '../n8n/play';
import { freePort } from '../support/listen';

/** The same at each start, if they are free, so that addresses in your browser and workflows stay valid. */
const N8N_PORT = 5680;
const SERVICE_PORT = 5681;

/** Compiles on every change, and calls `rebuilt` after each successful compilation except the first. */
function watch(rebuilt: () => void): void {
	const compiler = spawn(
		process.execPath,
		['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.json', '--watch', '--preserveWatchOutput'],
		{ cwd: PROJECT_FOLDER, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
	);
	endWithUs(compiler);
	let isFirst = true;
	createInterface({ input: compiler.stdout }).on('line', (line) => {
		const found = /Found (\d+) errors?\. Watching/.exec(line)?.[1];
		if (found === undefined) {
			if (/error TS|^\s+\S/.test(line)) console.log(line);
			return;
		}
		if (found === '0' && !isFirst) rebuilt();
		isFirst = false;
	});
}

/** Writes the list of nodes again, as the build does, because n8n starts from it. */
async function listNodes(): Promise<void> {
	const generator = require.resolve('n8n-core/bin/generate-metadata');
	await promisify(execFile)(process.execPath, [generator], { cwd: PROJECT_FOLDER });
}

/** Restarts one after the other, and once more if something changed meanwhile. */
function restarter({ restart }: Playground): () => void {
	let isWanted = false;
	let running = Promise.resolve();
	const again = async () => {
		isWanted = false;
		console.log('Rebuilt: starting n8n again');
		await listNodes();
		await restart();
		console.log('n8n has the new build: reload the browser page');
	};
	return () => {
		if (!isWanted) running = running.then(again).catch(console.error);
		isWanted = true;
	};
}

async function main(): Promise<void> {
	// An exit removes the folder of n8n. npm and tsx pass Ctrl-C on, so it can arrive several times.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0));
	const emulator = { port: await freePort(SERVICE_PORT), log: console.log };
	const version = process.env.N8N_VERSION;
	const playground = await startPlayground({ version, port: await freePort(N8N_PORT), emulator });
	console.log(`n8n has loaded ${NODE_TYPES.join(', ')}, and ${playground.workflows.size} examples.`);
	watch(restarter(playground));
	console.log(invitation(playground));
}

function invitation(playground: Playground): string {
	const { emulator } = playground;
	const media = (name: string) => `${emulator.mediaUrl}/${name}`;
	return `
The examples are here; each runs by one click on Execute Workflow:
  ${playground.server().baseUrl}/home/workflows
  account         ${PLAY_ACCOUNT.email}
  password        ${PLAY_ACCOUNT.password}

The service is emulated; the credential "Emulated service" has its keys:
  Base URL            ${emulator.baseUrl}
  Face Detection URL  ${emulator.detectUrl}
  Client ID           ${emulator.clientId}
  Client Secret       ${emulator.clientSecret}

To try with:
  ${media('people-3.png')}      three people
  ${media('portrait-dan.png')}  one new face
  ${media('portrait-kim.png')}  another one
  ${media('short.mp4')}         a video
  ${media('people-1.png')}      a still for it

A change in nodes or credentials is built and loaded within seconds. Ctrl-C ends all, and what was made here is lost then:
workflows, credentials, executions and jobs. To keep a workflow, download it (… › Download).`;
}

void main();
