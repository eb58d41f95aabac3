import { Readable } from 'node:stream';
import { UserError } from 'n8n-workflow';
import { testBlocks } from '../../support/table';
import { z } from 'zod/v3';
import type { CallContext } from '../../../nodes/shared/n8n/executionFacts';
import type { ServiceRequest } from '../../../nodes/shared/service/request';
import type { Failure } from '../../../nodes/shared/service/failure';
import { openAccount } from '../../../nodes/shared/transport/account';
import { TokenError } from '../../../nodes/shared/transport/tokenError';
import { RunTransport } from '../../../nodes/shared/transport/transport';
import { Clock } from '../../support/clock';

/*
 * How requests are sent: each try with its second, what is waited for, what n8n shows meanwhile, and how it ends. A block
 * of sends.txt has a situation, and what comes of it. If you changed that on purpose, write it again with WRITE_TABLES=yes,
 * and read what is different.
 */

const step = z
	.object({
		/** Fields of the request, which is a free read if it has no others. */
		send: z.record(z.unknown()).default({}),
		/** Seconds before it, or after the first of its list, and until when it may wait. */
		pause: z.number().default(0),
		until: z.number().optional(),
		/** How often in a row it is allowed to be sent, for a create. */
		rights: z.number().optional(),
		/** Names of texts that the answer has to have. */
		reads: z.array(z.string()).optional(),
		/** Another leg of the run, with what the last leg knew. */
		leg: z.object({ hasWorked: z.boolean().optional(), known: z.record(z.number()).optional() }).optional(),
	})
	.strict();
const block = z
	.object({
		/** By the end of a path, one for each try, the last also for later ones. */
		answers: z.record(z.array(z.unknown())).default({}),
		/** Steps in a list run at the same time. */
		steps: z.array(z.union([step, z.array(step)])),
		limits: z.record(z.number()).default({}),
		/** A token of these keys is stored. */
		isStored: z.boolean().default(false),
		/** A list on the screen asks, and no execution. */
		isScreen: z.boolean().default(false),
	})
	.strict();
const [away, noToken] = [new Error('Connection terminated'), new TokenError('No token', 'Check the keys')];
const FAULTS: Record<string, Error> = {
	database: away,
	'no token': noToken,
	'no credential': new UserError('Not there'),
};
let accounts = 0;

async function told(situation: string): Promise<string[]> {
	const { answers, steps, limits, isStored, isScreen } = block.parse(JSON.parse(situation));
	const clock = new Clock();
	const said: string[] = [];
	const say = (line: string) => void said.push(`${clock.elapsed / 1_000} s ${line}`);
	const shown = new Map<string, string>();
	/** Says what was not said the last time. */
	const sayNew = (kind: string, line: string, before = '') => {
		if (shown.get(kind) !== line) say(`${kind}: ${before}${line}`);
		else if (before) say(`${kind}: ${before}the same`);
		shown.set(kind, line);
	};
	jest.spyOn(performance, 'now').mockImplementation(() => 1e9 * accounts + clock.elapsed);
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const ending = new AbortController();
		clock.at(clock.elapsed + ms, () => ending.abort());
		return ending.signal;
	});
	accounts += 1;
	let tokens = 1;
	const httpRequestWithAuthentication = async (_: string, sent: Record<string, unknown>) => {
		const { method, url, headers, qs, body } = Object(sent);
		const rejected = headers['x-rejected-token'];
		if (rejected === `token-${tokens}`) tokens += 1;
		const place = String(url).replace('https://api.example.com/api/open/v3', '');
		const more = [qs && JSON.stringify(qs), body, rejected && `instead of ${rejected}`];
		say([method, place, ...more.filter(Boolean)].join(' '));
		const [, left] = Object.entries(answers).find(([end]) => String(url).endsWith(end)) ?? [];
		const answer = left && left.length > 1 ? left.shift() : left?.[0];
		if (Object(answer).after) await clock.sleep(Object(answer).after * 1_000);
		if (Object(answer).stop) {
			say('somebody stops the run');
			clock.stop();
		}
		const fault = Object(answer).stop ?? Object(answer).fails ?? answer;
		if (fault === 'silence') return await new Promise(() => undefined);
		if (FAULTS[fault]) throw FAULTS[fault];
		const [code, syscall] = typeof fault === 'string' ? fault.split(' of ') : [];
		if (code) throw Object.assign(new Error(code), { code, syscall, isAxiosError: true });
		headers.Authorization = `Bearer token-${tokens}`;
		const {
			status: statusCode = 200,
			page,
			headers: given = {},
			...plain
		} = Object(answer ?? { code: 1000, data: 1 });
		const text = page !== undefined && Readable.from([Buffer.from(page)]);
		return { statusCode, body: text || plain, headers: given };
	};
	const credential = {
		baseUrl: 'https://api.example.com',
		clientId: `id-${accounts}`,
		clientSecret: 'secret-of-id',
	};
	const context = {
		...(isScreen ? {} : { getExecuteData: () => ({}), customData: { set: sayNew } }),
		...{ getCredentials: async () => credential, getTimezone: () => 'UTC', getExecutionId: () => '1' },
		logger: {
			debug: (line: string) => sayNew('log', ...(line.split(/(?<=ms: )/).reverse() as [string])),
			warn: (line: string) => say(`warning: ${line}`),
		},
		helpers: { httpRequestWithAuthentication },
	} as unknown as CallContext;
	const account = { ...(await openAccount(context)), hasWorked: isStored };
	const fresh = () => new RunTransport(context, clock, limits, async () => account);
	let transport = fresh();

	async function take({ send, until, rights, reads, leg }: z.infer<typeof step>): Promise<void> {
		if (leg) transport = Object.assign(fresh(), leg);
		const request = {
			method: 'GET',
			path: '/x',
			intent: 'repeatable',
			group: 'image',
			...send,
		} as ServiceRequest;
		const schema = reads
			? z.object(Object.fromEntries(reads.map((name) => [name, z.string()])))
			: z.unknown();
		const end = until === undefined ? undefined : clock.startedAt + until * 1_000;
		let left = rights ?? 0;
		const right = {
			until: end ?? Infinity,
			take: async () => (left-- > 0 ? true : (say('gets no right to send it'), false)),
			release: async () => say('gives its right back'),
			leave: () => say('others need not wait for it'),
		};
		try {
			const sending =
				rights === undefined
					? transport.send(request, schema, end)
					: transport.create(request, schema, right);
			say(`gives ${JSON.stringify(await sending)}`);
		} catch (thrown) {
			const { message, details, scope, again } = thrown as Failure;
			say(`fails: ${message} ${JSON.stringify({ ...details, scope, again })}`);
		}
	}
	const later = async (one: z.infer<typeof step>) =>
		await clock.sleep(one.pause * 1_000).then(() => take(one));
	for (const each of steps) {
		const all = [each].flat();
		clock.forwardTo(clock.time + (all[0]?.pause ?? 0) * 1_000);
		await clock.run(Promise.all(all.map(async (one, at) => await (at > 0 ? later(one) : take(one)))));
	}
	const { silence, known } = transport.outage ?? {};
	if (silence && silence.from !== -Infinity) {
		const seconds = (at?: number) => at && (at - clock.startedAt) / 1_000;
		const at = Object.entries(known ?? {}).map(([name, time]) => `${name} ${seconds(time)}`);
		said.push(
			`the service was silent from ${seconds(silence.from)} to ${seconds(silence.to)}, ${at.join(', ')}`,
		);
	}
	return said;
}

testBlocks(__dirname, 'sends.txt', told);
