import { currentProcess, now, steadyNow, sleep, never, within } from './clock';
import axios, { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Emulator } from '../emulator';
import { detectPath, dispatch } from '../emulator/http/dispatch';
import { parseBody } from '../emulator/http/exchange';
import type { LoggedRequest } from '../emulator/options';
import { file, typeOf, type Disk } from './disk';
import { CREATES, type Faults } from './faults';
import { MEDIA, rowIn } from './rows';

/* The network of a world, in the process: the emulator answers, after faults before and after its work. */

export const SERVICE = 'https://service.night.net';

interface Answer {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
}

const answer = (status: number, type: string, body: string | Buffer): Answer => ({
	status,
	headers: { 'content-type': type },
	body: Buffer.from(body),
});

export class Network {
	readonly emulator: Emulator;
	/** Which keys made a job. */
	readonly madeBy = new Map<string, string>();
	/** The day of n8n on which a job was made. */
	readonly madeOn = new Map<string, string>();
	/** Jobs that the service refused to make, and made. Nobody can see them. */
	readonly hidden = new Set<string>();
	/** When creates were refused as too many. */
	readonly refused: number[] = [];
	/** What the creates are about of which n8n got no whole answer. */
	readonly unclear: number[] = [];
	/** Answers requests to n8n. */
	n8n: (path: string, body: string) => Promise<number> = async () => 404;

	constructor(
		options: ConstructorParameters<typeof Emulator>[0],
		private readonly faults: Faults,
		readonly disk: Disk,
		private readonly trace: ((line: string) => void) | undefined,
	) {
		this.emulator = new Emulator({ ...options, now: steadyNow });
		this.emulator.baseUrl = SERVICE;
	}

	/** @throws errors of a connection */
	async request(method: string, address: string, sent: string, given: object): Promise<Answer> {
		const body = this.disk.opened(sent);
		const url = new URL(this.disk.opened(address));
		const path = decodeURIComponent(url.pathname);
		const isService = url.origin === SERVICE;
		const what = `${method} ${path}`;
		const row = isService && CREATES.test(path) ? rowIn(body) : undefined;
		if (row !== undefined) this.unclear.push(row);
		const fault = await this.faults.request(isService ? 'service' : 'other', path);
		await this.faults.point(`before ${what}`);
		await sleep(fault.lateMs);
		const called = `${method} ${path.split('/').at(-1)} ${rowIn(body) ?? ''} -> ${fault.is}`;
		if (isService && !/^(?:none|cut|answer)/.test(fault.is)) this.trace?.(`${called}, never there`);
		if (fault.is === 'refused') throw failure('ECONNREFUSED', `connect ECONNREFUSED ${url.host}`);
		if (fault.is === 'lost') throw failure('ECONNRESET', 'socket hang up');
		if (fault.is === 'status')
			return answer(fault.status, 'text/html', `<h1>${fault.status} Bad Gateway</h1>`);
		if (fault.is === 'hang') await never();
		if (fault.is === 'tooMany') {
			this.refused.push(now());
			return answer(200, 'application/json', '{"code":1005,"msg":"Too frequent"}');
		}
		// The service's work belongs to no process: it ends also where n8n dies.
		const done = await within(undefined, async () => await this.answer(url, path, method, body, given));
		if (isService) this.trace?.(`${called} ${told(done)}`);
		await this.faults.point(`after ${what}`);
		await sleep(fault.lateMs);
		if (fault.is === 'answerLost') throw failure('ECONNRESET', 'socket hang up');
		if (fault.is === 'answerHangs') await never();
		if (fault.is === 'answerStatus')
			return answer(fault.status, 'text/html', `<h1>${fault.status} Bad Gateway</h1>`);
		// A file has a length, so it is not taken for whole.
		if (fault.is === 'cut' && path.startsWith('/results/')) throw failure('ECONNRESET', 'aborted');
		if (fault.is === 'cut') return { ...done, body: done.body.subarray(0, done.body.length / 2) };
		if (row !== undefined) this.unclear.splice(this.unclear.indexOf(row), 1);
		return done;
	}

	private async answer(url: URL, path: string, method: string, raw: string, given: object): Promise<Answer> {
		if (url.origin === MEDIA) return answer(200, typeOf(path), file(path.slice(1)));
		if (url.origin !== SERVICE) return answer(await this.n8n(url.href, raw), 'text/plain', '');
		if (path.startsWith('/results/')) return this.result(path);
		const headers = Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value)]);
		const logged: LoggedRequest = {
			...{ at: steadyNow(), area: path === detectPath ? 'detect' : 'api', method, path },
			body: parseBody(raw),
			...{ query: Object.fromEntries(url.searchParams), headers: Object.fromEntries(headers) },
			...{ httpStatus: 0, unknownFields: [] },
		};
		const { jobs, sessions } = this.emulator;
		const [before, opened] = [jobs.all.length, sessions.all.length];
		const { httpStatus, text, code } = await dispatch(this.emulator, logged);
		this.emulator.requests.push({ ...logged, code });
		// Another request may make a job meanwhile.
		const made = [...jobs.all.slice(before), ...sessions.all.slice(opened)];
		const isOwn = (job: { request: object }) =>
			CREATES.test(path) && rowIn(JSON.stringify(job.request)) === rowIn(raw);
		for (const { id, clientId } of made.filter(isOwn)) {
			this.madeBy.set(id, logged.headers['x-api-key'] ?? clientId);
			this.madeOn.set(id, new Date(now()).toDateString());
			if (code !== 1000) this.hidden.add(id);
		}
		return answer(httpStatus, code === undefined ? 'text/html' : 'application/json', text);
	}

	private result(path: string): Answer {
		const name = path.slice('/results/'.length);
		const id = /^[0-9a-z]+/.exec(name)?.[0] ?? '';
		const job = this.emulator.jobs.find(id);
		if (!job || this.emulator.jobs.status(job) !== 3) return answer(404, 'text/plain', 'No such file');
		if (steadyNow() > job.endsAt + 7 * 24 * 3_600_000)
			return answer(403, 'text/plain', 'The link has expired');
		return answer(200, typeOf(name), file(name));
	}
}

/** An answer in few words. */
function told({ status, body }: Answer): string {
	const text = body.subarray(0, 2_000).toString();
	const ids = [...text.matchAll(/"_id":"?(\w+)|"\w*status":"?(\d)/g)].map(([, id, state]) => id ?? state);
	return `${status} ${/"code":\d+/.exec(text)?.[0] ?? ''} ${ids.join(' ')}`;
}

let current: Network | undefined;
/** All that n8n and the service send goes here from now on. */
export const use = (network: Network): void => void (current = network);
const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

/** All that the node does with an answer. */
const streamOf = (bytes: Buffer) => ({
	destroy() {},
	async *[Symbol.asyncIterator]() {
		yield bytes;
	},
});

/** What n8n would give to axios, which takes longer than the rest of a request. */
async function send({
	method,
	url = '',
	params,
	data,
	headers,
	signal,
	...config
}: InternalAxiosRequestConfig) {
	if (!current) throw new Error('There is no network');
	const process = currentProcess();
	const asked = Object.entries(Object(params)).flatMap(([name, value]): Array<[string, string]> =>
		value === undefined ? [] : [[name, String(value)]],
	);
	const query = asked.length > 0 ? `?${new URLSearchParams(asked).toString()}` : '';
	const body = typeof data === 'string' ? data : data === undefined ? '' : JSON.stringify(data);
	const whole = { method, url, headers, ...config };
	const told = { 'content-type': 'application/json', ...headers };
	let stop: () => void = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		stop = () => reject(new axios.CanceledError('canceled', undefined, whole));
		signal?.addEventListener?.('abort', stop);
	});
	try {
		const answering = current.request((method ?? 'get').toUpperCase(), url + query, body, told);
		const { status, headers: answered, body: bytes } = await Promise.race([answering, aborted]);
		if (process?.isAlive === false) return await never();
		const isFile = config.responseType === 'stream' && !/json|html/.test(answered['content-type'] ?? '');
		const stream = () => (isFile ? Readable.from([bytes]) : streamOf(bytes));
		const text = config.responseType === 'stream' ? stream() : bytes.toString();
		const response = { data: text, status, statusText: String(status), headers: answered, config: whole };
		const isValid = config.validateStatus?.(status) ?? status < 300;
		if (isValid) return response;
		const words = `Request failed with status code ${status}`;
		throw new AxiosError(words, 'ERR_BAD_REQUEST', whole, undefined, response);
	} catch (error) {
		if (axios.isAxiosError(error) || axios.isCancel(error)) throw error;
		const { code, message } = error as { code?: string; message: string };
		throw new AxiosError(message, code, whole);
	} finally {
		signal?.removeEventListener?.('abort', stop);
	}
}
const backend = join(dirname(require.resolve('@n8n/backend-network')), 'http/axios/invoke.js');
Object.assign(require(backend), { invokeAxios: send });

Object.assign(globalThis, {
	async fetch(address: string, { method = 'GET', body = '' }: { method?: string; body?: string } = {}) {
		if (!current) throw new Error('There is no network');
		const { status, body: bytes } = await current.request(method, address, body, {});
		return { status, ok: status < 300, arrayBuffer: async () => bytes };
	},
});
