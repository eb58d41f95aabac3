import {
	createServer,
	type IncomingMessage,
	type RequestListener,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { Writable } from 'node:stream';
import { clock } from './clock';
import { close, listen } from './listen';

/** A host with bad answers. Create it at the top of a test file. */
export class OddHost {
	/** Answers each request. */
	answer: RequestListener = (_request, response) => void response.end();
	readonly requests: IncomingMessage[] = [];
	url = '';
	private open = 0;
	private server!: Server;

	constructor() {
		beforeAll(async () => {
			this.server = createServer((request, response) => {
				this.requests.push(request);
				this.open += 1;
				response.on('close', () => (this.open -= 1));
				this.answer(request, response);
			});
			this.url = await listen(this.server);
		});
		beforeEach(() => {
			this.requests.length = 0;
		});
		afterAll(async () => await close(this.server));
	}

	/** Resolves once no answer is under way, because it ended or the other side left. */
	async settled(): Promise<void> {
		while (this.open > 0) await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

/** Sends a text byte by byte, some milliseconds apart, as the body of a response or on its bare connection. */
export function trickle(text: string, response: ServerResponse, to: Writable = response): void {
	let at = 0;
	const timer = setInterval(() => {
		if (response.destroyed || response.socket?.destroyed !== false) clearInterval(timer);
		else if (at < text.length) to.write(text.charAt(at++));
		else {
			clearInterval(timer);
			to.end();
		}
	}, 20);
}

// Works of one moment share a deadline, also a shortened one of the test before, because the clock stands still.
afterEach(() => clock.forwardTo(clock.time + 300_000));

/**
 * Shortens the nodes' deadlines by a factor, until the test ends. The deadlines for good answers get shorter,
 * too, and a busy machine has to answer in time.
 */
export function shortenDeadlines(factor: number): jest.SpyInstance {
	const { timeout } = AbortSignal;
	return jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => timeout.call(AbortSignal, ms / factor));
}
