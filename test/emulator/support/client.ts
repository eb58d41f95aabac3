import { z } from 'zod/v3';

import { startEmulator, type Emulator, type EmulatorOptions } from '../index';

/** The parts of the service's answer that tests read. */
export interface Answer {
	httpStatus: number;
	code: number;
	msg: string;
	/** The payload, or `{}` without a payload. */
	data: Record<string, unknown>;
	/** The payload, if it is an array. */
	list: Array<Record<string, unknown>>;
	/** The complete body. */
	body: Record<string, unknown>;
}

const record = z.record(z.unknown());

/** A bare client of the emulated service that uses fetch and keeps a token. */
export class Client {
	token?: string;

	constructor(
		readonly emulator: Emulator,
		readonly clientId = emulator.clientId,
		readonly clientSecret = emulator.clientSecret,
	) {}

	async signIn(): Promise<this> {
		const { body } = await this.post('/getToken', {
			clientId: this.clientId,
			clientSecret: this.clientSecret,
		});
		this.token = z.string().parse(body.token);
		return this;
	}

	async get(path: string, query: Record<string, string | number> = {}): Promise<Answer> {
		const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
		const text = new URLSearchParams(pairs).toString();
		return await this.send('GET', `${this.emulator.baseUrl}/api/open/v3${path}?${text}`);
	}

	async post(path: string, body?: unknown): Promise<Answer> {
		return await this.send('POST', `${this.emulator.baseUrl}/api/open/v3${path}`, body);
	}

	async detect(body: unknown): Promise<Record<string, unknown>> {
		return (await this.send('POST', `${this.emulator.detectUrl}/detect`, body)).body;
	}

	/** The landmarks_str entries of a picture, from left to right. */
	async opts(imageUrl: string): Promise<string[]> {
		const { landmarks_str } = await this.detect({ image_url: imageUrl, single_face: false });
		const x = (opts: string) => Number(opts.split(',')[0]);
		return z
			.array(z.string())
			.parse(landmarks_str)
			.sort((one, other) => x(one) - x(other));
	}

	private async send(method: string, url: string, body?: unknown): Promise<Answer> {
		const authorization = this.token === undefined ? undefined : { authorization: `Bearer ${this.token}` };
		const headers = { 'content-type': 'application/json', ...authorization };
		const response = await fetch(url, {
			method,
			headers,
			body: body === undefined ? null : JSON.stringify(body),
		});
		const answer = record.parse(await response.json());
		return {
			httpStatus: response.status,
			code: Number(answer.code),
			msg: String(answer.msg),
			data: record.catch({}).parse(answer.data),
			list: z.array(record).catch([]).parse(answer.data),
			body: answer,
		};
	}
}

/** An emulator and a signed-in client for one test file. The clock stands still until a test moves it. */
export async function signedIn(
	options: EmulatorOptions = {},
): Promise<{ emulator: Emulator; client: Client }> {
	const emulator = await startEmulator({ jobMs: 1000, ...options });
	return { emulator, client: await new Client(emulator).signIn() };
}

/** A clock that stands still until the emulator's `advance` moves it. */
export const frozen = { now: () => Date.UTC(2030, 0, 1) };
