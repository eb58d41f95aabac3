import { testBlocks } from '../../support/table';
import { z } from 'zod/v3';
import { receiveCallback, triggerFields } from '../../../nodes/MediaGenerationTrigger/decide';
import { withReference } from '../../../nodes/shared/callbacks/open';
import { Failure } from '../../../nodes/shared/service/failure';
import { seal } from '../../emulator';

/*
 * What a trigger does with the callbacks that come to it: reads, the answer, the log, and the item of a run. A block of
 * trigger.txt has a situation, and what comes of it. If you changed that on purpose, write it anew with
 * WRITE_TABLES=yes, and read what is different.
 */

const NOW = 1_760_000_100_000;
const keys = { clientId: 'client', clientSecret: 'a-secret-of-32-characters-it-is!' };
const block = z
	.object({
		/** Each of them comes after the answer to the one before. A text is a body as it is. */
		callbacks: z.array(z.union([z.record(z.unknown()), z.string()])),
		/** Minutes since they were signed; null: they are plain. */
		age: z.number().nullable().default(0),
		given: z.record(z.unknown()).default({}),
		/** What the service answers by the end of the path, or the code with which it refuses; by default nothing. */
		answers: z.record(z.unknown()).default({}),
		/** The query of the address. A reference without a signature is signed. */
		query: z.record(z.string()).default({}),
		mode: z.string().default('webhook'),
		hasKeys: z.boolean().default(true),
		account: z.string().default('owner'),
	})
	.strict();
let now = block.parse({ callbacks: [] });
let said: string[] = [];

jest.mock('../../../nodes/shared/transport/account', () => ({
	openAccount: async () => {
		if (now.account === '') throw new Error('The credential is empty');
		return { keys: now.hasKeys ? keys : undefined, secret: keys.clientSecret, owner: now.account };
	},
}));
jest.mock('../../../nodes/shared/transport/transport', () => ({
	RunTransport: class {
		readonly owner = now.account;
		async send({ path, query }: { path: string; query: object }, answer: z.ZodTypeAny): Promise<unknown> {
			said.push(`reads ${path} ${JSON.stringify(query)}`);
			const found = Object.entries(now.answers).find(([end]) => path.endsWith(end))?.[1];
			if (found === undefined) throw new Failure('Unknown', 'nothing', { errorCode: 1008 });
			if (typeof found === 'number') throw new Failure('Refused', 'nothing', { errorCode: found });
			return answer.parse(found);
		}
	},
}));
jest.mock('../../../nodes/shared/async/environment', () => ({
	...jest.requireActual<object>('../../../nodes/shared/async/environment'),
	createEnvironment: () => ({
		now: () => NOW,
		sleep: async (ms: number) => void said.push(`waits ${ms} ms`),
	}),
}));

const usual = Object.fromEntries(triggerFields.map((field) => [field.name, field.default]));
let triggers = 0;

async function told(situation: string): Promise<string[]> {
	now = block.parse(JSON.parse(situation));
	said = [];
	triggers += 1;
	const id = `trigger ${triggers}`;
	const stored = {};
	const { age, query: given } = now;
	const signed = withReference('https://a.de/', given.reference ?? '', keys.clientSecret);
	const query =
		given.reference === undefined ? {} : { ...Object.fromEntries(new URL(signed).searchParams), ...given };
	for (const callback of now.callbacks) {
		const body = age === null ? callback : seal(callback as object, keys, NOW - age * 60_000, '1');
		const text = typeof callback === 'string' ? callback : JSON.stringify(body);
		const context = {
			getMode: () => now.mode,
			getNode: () => ({ name: 'Trigger', id }),
			getWorkflow: () => ({ id: '1' }),
			getWorkflowStaticData: () => stored,
			getNodeParameter: (name: string) => ({ ...usual, ...now.given })[name],
			getRequestObject: () => ({ rawBody: Buffer.from(text) }),
			getQueryData: () => query,
			getResponseObject: () => ({
				writeHead: (status: number) => said.push(`HTTP ${status}`),
				end: (answer: string) => said.push(answer),
			}),
			logger: { warn: (line: string) => said.push(`log: ${line}`), debug: (line: string) => said.push(line) },
		};
		const { workflowData, ...others } = await receiveCallback(context as never);
		if (workflowData) said.push(`starts a run with ${JSON.stringify(workflowData)}`);
		expect(others).toEqual({ noWebhookResponse: true });
	}
	return said;
}

testBlocks(__dirname, 'trigger.txt', told);
