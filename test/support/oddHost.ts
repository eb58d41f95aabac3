import {
	createServer,
	type IncomingMessage,
	type RequestListener,
	type Server,
	type ServerResponse,
} from 'node:http';
import { close, listen } from './listen';

/** A host that answers as no good one does. Made at the top of a test file. */
export class OddHost {
	/** What it does with each request. */
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

	/** When no answer is under way any more, as they ended or the other side went. */
	async settled(): Promise<void> {
		while (this.open > 0) await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

/** Sends a text a byte at a time, some milliseconds apart, then does what is left. */
export function trickle(
	text: string,
	response: ServerResponse,
	write: (byte: string) => void,
	end: () => void,
): void {
	let at = 0;
	const timer = setInterval(() => {
		if (response.destroyed || response.socket?.destroyed !== false) clearInterval(timer);
		else if (at < text.length) write(text.charAt(at++));
		else {
			clearInterval(timer);
			end();
		}
	}, 20);
}

/**
 * How much shorter the nodes' deadlines are while this is on; put back by jest's `restoreAllMocks`. Those of the service
 * get shorter, too: a busy machine has to answer in time.
 */
export function shortenDeadlines(factor: number): jest.SpyInstance {
	const { timeout } = AbortSignal;
	return jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => timeout.call(AbortSignal, ms / factor));
}
