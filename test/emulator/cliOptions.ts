import { parseArgs, type ParseArgsConfig } from 'node:util';

import type { AccountOptions, EmulatorOptions } from './api';
import { parseFault } from './control';
import { faultKinds, type FaultKind, type FaultSpec } from './faults';
import { sampleAccounts } from './accounts';
import { defaultShapes } from './shapes';
import { defaultCallbackSettings } from './callbacks/settings';
import { defaultLiveBehaviour } from './live/behaviour';

export const helpText = `Starts a server that behaves as the media generation service does: all its calls, detection, live sessions and
callbacks. Nothing is paid and nothing leaves this machine.

Usage: npm run emulator -- [options]

  --port <number>          Port to listen on. Default 4010; 0 takes any free one.
  --host <address>         Address to listen on. Default 127.0.0.1.
  --public-url <url>       The address that others reach it at, from a container for example.
  --speed <seconds>        How long a job takes: 10, or a range such as 5-20. Default 5-20.
  --seed <number>          The same seed gives the same ids, times and chances. Default 1.
  --account <account>      An account as id:secret, id:secret:credit or id:secret:credit:banned. Secrets have 16, 24 or 32
                           characters. Give it several times for several accounts; the first is the default.
                           Without it there are five sample accounts, see GET /emulator.
  --max-in-progress <n>    Jobs an account may have in progress; one more gets code 1005. Default no limit.
  --no-check-inputs        Take jobs whose media can't be downloaded too. Their results then show a gap.
  --fault <fault>          Something that goes wrong, as kind[:number][@path][*times], for example
                             code:1005@specifyimage*3   three swaps are told to slow down
                             httpStatus:503@listbyids   one status call gets a gateway's page
                             afterTakenReset@imgreage   a reage is taken, then the connection breaks
                             code:1101*2                two calls find their token expired
                             slow:3000*all              every call takes three seconds
                           or as JSON. Kinds: ${faultKinds.join(', ')}.
                           The number is the code, the HTTP status, or milliseconds for slow and timeout.
  --chaos <share>          That share of all calls, 0 to 1, meets a 503, a reset or code 1005.
  --set <key=value>        A shape, callback or chat setting, for example avatarList=result, faceswapStatus=string,
                           callbacks.mode=plain, callbacks.repeat=3, live.closeMidAnswer=true. All are listed by
                           GET /emulator/settings, and can be changed there while it runs.
  --quiet                  Say nothing about requests.
  --help                   Show this text.

While it runs, GET /emulator shows the addresses and the controls: faults, jobs, credit, clock, requests, callbacks.
The manual is test/emulator/README.md.
`;

/** What a command line asks for. */
export type CommandLine =
	| { kind: 'help' }
	| { kind: 'wrong'; message: string }
	| { kind: 'start'; options: EmulatorOptions; quiet: boolean };

const flags = {
	port: { type: 'string', default: '4010' },
	host: { type: 'string', default: '127.0.0.1' },
	'public-url': { type: 'string' },
	speed: { type: 'string', default: '5-20' },
	seed: { type: 'string', default: '1' },
	account: { type: 'string', multiple: true },
	'max-in-progress': { type: 'string' },
	'no-check-inputs': { type: 'boolean', default: false },
	fault: { type: 'string', multiple: true },
	chaos: { type: 'string' },
	set: { type: 'string', multiple: true },
	quiet: { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} satisfies ParseArgsConfig['options'];

/** Reads the arguments; a wrong one gives a sentence that names it. */
export function parseCommandLine(args: string[]): CommandLine {
	try {
		const { values } = parseArgs({ args, options: flags });
		if (values.help) return { kind: 'help' };
		const maxInProgress = values['max-in-progress'];
		const options: EmulatorOptions = {
			port: whole(values.port, '--port'),
			host: values.host,
			publicUrl: values['public-url'],
			seed: whole(values.seed, '--seed'),
			jobMs: speed(values.speed),
			accounts: values.account?.map(account) ?? sampleAccounts,
			checkInputs: !values['no-check-inputs'],
			maxInProgress: maxInProgress === undefined ? undefined : whole(maxInProgress, '--max-in-progress'),
			faults: [
				...(values.fault ?? []).map(readFault),
				...(values.chaos === undefined ? [] : chaos(values.chaos)),
			],
			...settings(values.set ?? []),
		};
		return { kind: 'start', options, quiet: values.quiet };
	} catch (error) {
		return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
	}
}

function whole(text: string, flag: string): number {
	if (!/^\d+$/.test(text)) throw new Error(`${flag} must be a whole number, not "${text}".`);
	return Number(text);
}

function speed(text: string): [number, number] {
	const [, from, to] = /^(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
	if (from === undefined) throw new Error(`--speed must be seconds such as 10 or 5-20, not "${text}".`);
	return [Number(from) * 1000, Number(to ?? from) * 1000];
}

function account(text: string): AccountOptions {
	const [clientId = '', clientSecret = '', credit, banned] = text.split(':');
	const isAesKey = [16, 24, 32].includes(Buffer.byteLength(clientSecret));
	if (clientId === '' || !isAesKey) {
		throw new Error('--account must be id:secret with a secret of 16, 24 or 32 characters.');
	}
	return {
		clientId,
		clientSecret,
		credit: credit ? whole(credit, '--account credit') : undefined,
		banned: banned === 'banned',
	};
}

/** A fault in short form or as JSON. */
export function readFault(text: string): FaultSpec {
	if (text.startsWith('{')) return parseFault(JSON.parse(text));
	const [, kind, digits, path, times] = /^(\w+)(?::(\d+))?(?:@([^*]+))?(?:\*(\d+|all))?$/.exec(text) ?? [];
	const known = faultKinds.find((each) => each === kind);
	if (!known) throw new Error(`--fault must be kind[:number][@path][*times], not "${text}".`);
	const number = digits === undefined ? undefined : Number(digits);
	return {
		kind: known,
		...(path === undefined ? {} : { match: { path } }),
		times: times === 'all' ? Infinity : Number(times ?? 1),
		...(number === undefined ? {} : { [numberMeans(known)]: number }),
	};
}

/** What the number of a fault in short form is. */
function numberMeans(kind: FaultKind): 'code' | 'delayMs' | 'status' {
	if (kind === 'code') return 'code';
	return kind === 'slow' || kind === 'timeout' ? 'delayMs' : 'status';
}

function chaos(text: string): FaultSpec[] {
	const share = Number(text);
	if (!(share >= 0 && share <= 1)) throw new Error(`--chaos must be a share from 0 to 1, not "${text}".`);
	const each = { times: Infinity, rate: share / 3 };
	return [
		{ ...each, kind: 'httpStatus', status: 503 },
		{ ...each, kind: 'reset' },
		{ ...each, kind: 'code', code: 1005 },
	];
}

/** `key=value` pairs, put where the key belongs; a key without a dot is a shape. */
function settings(pairs: string[]): Pick<EmulatorOptions, 'shapes' | 'callbacks' | 'live'> {
	const chosen: Record<string, Record<string, unknown>> = { shapes: {}, callbacks: {}, live: {} };
	for (const pair of pairs) {
		const [, group = 'shapes', key = '', text = ''] = /^(?:(\w+)\.)?(\w+)=(.*)$/.exec(pair) ?? [];
		const target = chosen[group];
		if (!target || !settingNames[group]?.includes(key)) {
			throw new Error(`--set knows no "${pair}". See GET /emulator/settings.`);
		}
		target[key] = /^(true|false|\d+(\.\d+)?)$/.test(text) ? JSON.parse(text) : text;
	}
	return chosen;
}

/** The settings there are, by group. */
const settingNames: Record<string, string[]> = {
	shapes: Object.keys(defaultShapes),
	callbacks: Object.keys(defaultCallbackSettings),
	live: [...Object.keys(defaultLiveBehaviour), 'rejectHandshake', 'hugeAnswerBytes'],
};
