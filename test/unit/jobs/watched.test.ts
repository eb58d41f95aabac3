import { Readable } from 'node:stream';
import { watched } from '../../../nodes/shared/jobs/watched';

const LEAST_BYTES = 60_000;

/** A file that comes as the test says, and minutes that pass as it says. */
function start() {
	const minutes: AbortController[] = [];
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		expect(ms).toBe(60_000);
		const minute = new AbortController();
		minutes.push(minute);
		return minute.signal;
	});
	const body = new Readable({ read() {} });
	const file = watched(body, 1_000_000, new Error('too large'), new AbortController().signal);
	file.stream.resume();
	return {
		body,
		file,
		comes: async (bytes: number) => {
			body.push(Buffer.alloc(bytes));
			await new Promise(setImmediate);
		},
		minutePasses: () => minutes.at(-1)?.abort(),
	};
}

afterEach(() => {
	jest.restoreAllMocks();
});

it('ends a file that comes too slowly', async () => {
	const { body, file, comes, minutePasses } = start();
	await comes(LEAST_BYTES - 1);
	minutePasses();
	expect(file.stream.errored?.message).toBe('it comes too slowly');
	expect(body.destroyed).toBe(true);
});

it('goes on with a file that comes fast enough, and looks at each minute alone', async () => {
	const { file, comes, minutePasses } = start();
	await comes(LEAST_BYTES);
	minutePasses();
	expect(file.stream.errored).toBeNull();
	await comes(LEAST_BYTES - 1);
	minutePasses();
	expect(file.stream.errored?.message).toBe('it comes too slowly');
});

it('a file that is closed is closed, however slowly it came', () => {
	const { file, minutePasses } = start();
	file.close();
	minutePasses();
	expect(file.stream.errored).toBeNull();
});
