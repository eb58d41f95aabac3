import { z } from 'zod/v3';
import { openEnvelope } from '../../nodes/shared/transport/envelope';
import { loginHeaders, readAccount, type Account } from '../../nodes/shared/transport/account';
import { Secrets } from '../../nodes/shared/transport/redact';
import type { Ear } from './ear';

export interface Reply {
	code: number;
	msg: string;
	data: unknown;
	ms: number;
}

/** A live account, from the environment. It sends each request once. */
export class LiveAccount {
	private token = '';
	private readonly account: Account;
	private readonly secrets: Secrets;
	/** Public files: people-2.png, portrait-ada.png, portrait-still.png, blank.png and short.mp4, of one second. */
	readonly files: string;
	/** For the session, if none is listed. */
	readonly liveAvatar: string | undefined;
	/** The public address of `ear`, if callbacks can reach this machine. */
	readonly callbackUrl: string | undefined;
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
		this.secrets = new Secrets(apiKey, clientSecret);
	}

	/** Everything that is told or written goes through here. */
	clean = (text: string): string => this.secrets.redact(text);

	/** Undefined for an API key, which needs no token. */
	async logIn(): Promise<Reply | undefined> {
		if (this.account.apiKey !== undefined) return undefined;
		const reply = await this.send('/getToken', { body: { ...this.account.keys } });
		this.token = z.object({ token: z.string() }).catch({ token: '' }).parse(reply.data).token;
		this.secrets.add(this.token);
		return reply;
	}

	/** A read, or with a body a POST. */
	async send(path: string, { body, query = {} }: { body?: object; query?: object } = {}): Promise<Reply> {
		const { service, detection } = this.account.hosts;
		const url = new URL(path === '/detect' ? detection.root + path : service.root + path);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
		const since = Date.now();
		const answer = await fetch(url, {
			method: body === undefined ? 'GET' : 'POST',
			redirect: 'manual',
			headers: {
				'Content-Type': 'application/json',
				...(path !== '/getToken' && loginHeaders(this.account, this.token)),
			},
			body: body && JSON.stringify(body),
			signal: AbortSignal.timeout(180_000),
		});
		const envelope = openEnvelope(await answer.text());
		const ms = Date.now() - since;
		if (envelope.ok)
			return { code: 1000, msg: '', data: path === '/getToken' ? envelope.body : envelope.data, ms };
		return { code: envelope.code ?? answer.status, msg: this.clean(envelope.message), data: undefined, ms };
	}
}
