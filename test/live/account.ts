import { z } from 'zod/v3';
import { openEnvelope } from '../../nodes/shared/transport/verdict';
import { loginHeaders, readAccount, type Account } from '../../nodes/shared/transport/account';
import { Secrets } from '../../nodes/shared/transport/redact';
import type { Ear } from './ear';

/** Only an answer and a refusal by a code of the service are words of the service. All else is unclear. */
export interface Reply {
	kind: 'answer' | 'refused' | 'unclear';
	/** The service's code, else the HTTP status, or 0 without one. */
	code: number;
	msg: string;
	data: unknown;
	ms: number;
}

/** Ends the pass, because nothing else can be tried. */
export class NotLoggedIn extends Error {}

const LOGIN_CODES = [1101, 1102, 1200];

/** A live account, from the environment. It sends each request once. */
export class LiveAccount {
	private token = '';
	private readonly account: Account;
	private readonly secrets: Secrets;
	/** Public files (docs/service.md: A pass on your account). */
	readonly files: string;
	/** For the session, if none is listed. */
	readonly liveAvatar: string | undefined;
	/** The public address of `ear`, if callbacks can reach this machine. */
	readonly callbackUrl: string | undefined;
	/** Ends waits and reads. A create and a Close come to their end. */
	readonly stop = new AbortController();
	ear?: Ear;

	/** @throws an error that names what is missing, or an address that is not secure */
	constructor(env: Record<string, string | undefined>) {
		const { MEDIA_API_KEY: apiKey, MEDIA_CLIENT_SECRET: clientSecret, MEDIA_FILES: files = '' } = env;
		if (!URL.canParse(files)) throw new Error('MEDIA_FILES is not the address of a public folder');
		this.liveAvatar = env.MEDIA_LIVE_AVATAR;
		this.callbackUrl = env.MEDIA_CALLBACK_URL;
		this.files = files.replace(/\/$/, '');
		this.account = readAccount({
			...{ authentication: apiKey ? 'apiKey' : 'keys', apiKey, clientSecret },
			...{ baseUrl: env.MEDIA_BASE_URL, detectUrl: env.MEDIA_DETECT_URL, clientId: env.MEDIA_CLIENT_ID },
		});
		this.secrets = new Secrets();
		for (const secret of [apiKey, clientSecret]) this.hide(secret);
	}

	/** They open callbacks, also with an API key. */
	get keys() {
		return this.account.keys;
	}

	/** Everything that is told or written goes through here. */
	clean = (text: string): string => this.secrets.redact(text);

	/** Base64 of a text around the secret has one of three forms of it, without its first and last characters. */
	private hide(secret = ''): void {
		if (secret === '') return;
		const escaped = encodeURIComponent(secret);
		const forms = [secret, escaped, escaped.replace(/%../g, (hex) => hex.toLowerCase())];
		for (const offset of [0, 1, 2]) {
			const inner = Buffer.from('-'.repeat(offset) + secret).toString('base64url');
			const sure = inner.slice(offset && offset + 1, Math.floor(((secret.length + offset) * 8) / 6));
			forms.push(sure, sure.replaceAll('-', '+').replaceAll('_', '/'));
		}
		for (const form of [...forms, Buffer.from(secret).toString('hex')]) this.secrets.add(form);
	}

	/** Undefined for an API key, which needs no token. @throws NotLoggedIn */
	async logIn(): Promise<Reply | undefined> {
		if (this.account.apiKey !== undefined) return undefined;
		const reply = await this.send('/getToken', { body: { ...this.account.keys } });
		this.token = z.object({ token: z.string() }).catch({ token: '' }).parse(reply.data).token;
		this.hide(this.token);
		if (this.token === '') throw new NotLoggedIn(`The login got ${reply.code} and no token. ${reply.msg}`);
		return reply;
	}

	/** A read, or with a body a POST. @throws NotLoggedIn */
	async send(
		path: string,
		{ body, query = {}, mostMs = 180_000 }: { body?: object; query?: object; mostMs?: number } = {},
	): Promise<Reply> {
		const { service, detection } = this.account.hosts;
		const url = new URL(path === '/detect' ? detection.root + path : service.root + path);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
		const since = Date.now();
		const timeout = AbortSignal.timeout(mostMs);
		let httpStatus = 0;
		try {
			const answer = await fetch(url, {
				method: body === undefined ? 'GET' : 'POST',
				redirect: 'manual',
				headers: {
					'Content-Type': 'application/json',
					...(path !== '/getToken' && loginHeaders(this.account, this.token)),
				},
				body: body && JSON.stringify(body),
				signal: body === undefined ? AbortSignal.any([timeout, this.stop.signal]) : timeout,
			});
			httpStatus = answer.status;
			const envelope = openEnvelope(await answer.text());
			const ms = Date.now() - since;
			if (envelope.ok) {
				const data = path === '/getToken' ? { ...Object(envelope.data), ...envelope.body } : envelope.data;
				return { kind: 'answer', code: 1000, msg: '', data, ms };
			}
			const { code = httpStatus, message } = envelope;
			const msg = this.clean(message);
			if (LOGIN_CODES.includes(code)) throw new NotLoggedIn(`${path} got ${code}. ${msg}`);
			return { kind: code >= 1000 && code < 10_000 ? 'refused' : 'unclear', code, msg, data: undefined, ms };
		} catch (error) {
			if (error instanceof NotLoggedIn) throw error;
			const msg = this.clean(String(error));
			return { kind: 'unclear', code: httpStatus, msg, data: undefined, ms: Date.now() - since };
		}
	}
}
