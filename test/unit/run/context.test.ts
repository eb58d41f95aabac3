import { Run } from '../../../nodes/shared/run/runContext';
import { Clock } from '../../support/clock';
import { testBlocks } from '../../support/table';

const mockLook = jest.fn();
jest.mock('../../../nodes/shared/media/lookAt', () => ({
	lookAt: async (...given: unknown[]) => await mockLook(...given),
}));
jest.mock('../../../nodes/shared/transport/account', () => ({
	...jest.requireActual<object>('../../../nodes/shared/transport/account'),
	openAccount: async (_context: unknown, wait: <T>(read: () => Promise<T>) => Promise<T>) =>
		await wait(async () => {
			if (mockAway !== undefined) throw Object.assign(new Error(mockAway), { name: mockAway });
			return { hosts: { service: { base: 'https://api.example' } } };
		}),
}));
let mockAway: string | undefined;
let mockClock = new Clock();
jest.mock('../../../nodes/shared/async/environment', () => ({
	...jest.requireActual<object>('../../../nodes/shared/async/environment'),
	createEnvironment: () => mockClock,
}));
/** A file in a field that begins with `stored` has its name as ID. */
jest.mock('../../../nodes/shared/media/binaryFile', () => ({
	BinaryFile: function (_context: unknown, item: number, field: string, label: string) {
		const url = async (...of: string[]) => await mockLook(field, `item ${item} ${label} ${of.join(' ')}`);
		return { id: field.startsWith('stored') ? field : undefined, url };
	},
}));

interface Given {
	/** With its URL, or the name of its file. */
	fields?: Array<[label: string, url: string, wanted?: 'video']>;
	/** What looks at hosts find. */
	finds?: Record<string, object>;
	/** How the works at the end of a run fail; null for a good one. */
	ends?: Array<string | null>;
	/** The name of the error with which the credential can't be read. */
	away?: string;
	toolTimeout?: number;
	node?: string;
	mode?: string;
	trigger?: string;
}

testBlocks(__dirname, 'contexts.txt', async (situation) => {
	const { fields = [], finds = {}, ends = [], ...given }: Given = JSON.parse(situation);
	const said: string[] = [];
	[mockClock, mockAway] = [new Clock(), given.away];
	mockLook.mockImplementation(async (file, about: string, url?: string, of?: object) => {
		if (url === undefined) return said.push(`makes an address of ${file}: ${about}`) && `of ${file}`;
		said.push(`looks at ${url} ${JSON.stringify(of)}`);
		return finds[new URL(url).host] ?? {};
	});
	const context = {
		...{
			getInputData: () => [{ json: {} }],
			getExecutionId: () => '7',
			getMode: () => given.mode ?? 'trigger',
		},
		...{
			getNode: () => ({ type: given.node ?? 'swap' }),
			getExecuteData: () => ({ node: { type: given.trigger } }),
		},
		addExecutionHints: ({ message }: { message: string }) => said.push(`hint: ${message}`),
		logger: { warn: (message: string) => said.push(`log: ${message}`) },
	};
	const run = new Run(context as never);
	run.toolTimeout = given.toolTimeout ?? 0;
	const { mediaUrl, atEnd, answerBy } = run.toolsFor(0);
	const account = run.account().catch(({ message }: Error) => {
		said.push(`no account after ${mockClock.elapsed / 1_000} s: ${message}`);
	});
	await mockClock.run(account);
	for (const [label, url, wanted = 'image'] of fields) {
		const medium = url.includes(':')
			? ({ mode: 'url', url } as const)
			: ({ mode: 'binary', property: url } as const);
		const sent = await mediaUrl(medium, label, wanted);
		if (sent !== url) said.push(`sends ${sent}`);
	}
	for (const message of ends)
		atEnd(async () => await (message === null ? undefined : Promise.reject(new Error(message))));
	const failed = await run.end();
	if (failed.length > 0) said.push(`tells ${failed.join(' and ')}`);
	const [usual, own] = [answerBy(), run.answerBy(7)].map((at) => (at - run.beganAt) / 1_000);
	return [...said, `has ${usual} s, or its own ${own} s`];
});
