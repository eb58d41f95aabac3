import { Run } from '../../../nodes/shared/run/runContext';
import { testBlocks } from '../../support/table';

const mockLook = jest.fn();
jest.mock('../../../nodes/shared/media/lookAt', () => ({
	lookAt: async (...given: unknown[]) => await mockLook(...given),
}));
jest.mock('../../../nodes/shared/transport/account', () => ({
	...jest.requireActual<object>('../../../nodes/shared/transport/account'),
	openAccount: async () => ({ hosts: { service: { base: 'https://api.example' } } }),
}));

interface Given {
	fields?: Array<[label: string, url: string]>;
	/** What looks at hosts find. */
	finds?: Record<string, object>;
	/** How the works at the end of a run fail; null for a good one. */
	ends?: Array<string | null>;
	node?: string;
	mode?: string;
	trigger?: string;
}

testBlocks(__dirname, 'contexts.txt', async (situation) => {
	const { fields = [], finds = {}, ends = [], ...given }: Given = JSON.parse(situation);
	const said: string[] = [];
	mockLook.mockImplementation(async (_context, _environment, url: string, about: object) => {
		said.push(`looks at ${url} ${JSON.stringify(about)}`);
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
	const { mediaUrl, atEnd, answerBy } = run.toolsFor(0);
	for (const [label, url] of fields) {
		const sent = await mediaUrl({ mode: 'url', url }, label, 'image');
		if (sent !== url) said.push(`sends ${sent}`);
	}
	for (const message of ends)
		atEnd(async () => await (message === null ? undefined : Promise.reject(new Error(message))));
	const failed = await run.end();
	if (failed.length > 0) said.push(`tells ${failed.join(' and ')}`);
	const [usual, own] = [answerBy(), run.answerBy(7)].map((at) => (at - run.beganAt) / 1_000);
	return [...said, `has ${usual} s, or its own ${own} s`];
});
