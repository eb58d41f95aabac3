import { randomUUID } from 'node:crypto';
import { useInstalled } from './installed';
import { line, locator, ours } from './line';
import { until } from './runs';
import { FACE } from './workflows';

/*
 * An MCP client that calls a swap as a tool of n8n's MCP Server Trigger: in time, late, and again after it gave up. Its
 * jobs take longer than the tool waits.
 */

const { play } = useInstalled({ emulator: { jobMs: 3_600_000, live: { startMs: 3_600_000 } } });

const fromModel = (key: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`Address of a picture\`, 'string') }}`;

/** Puts a trigger with its tools into production; gives its address. */
async function serve(): Promise<string> {
	const path = randomUUID();
	const trigger = {
		name: 'Media',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, authentication: 'none' },
	};
	const waitOptions = { answerWithin: 5 };
	const { credential } = play();
	const swap = ours('Swap Faces', 'faceSwapTool', credential, {
		whichFaces: 'provided',
		modifyImage: locator('url', fromModel('photo')),
		targetImage: JSON.stringify([FACE]),
		sourceImage: JSON.stringify([FACE]),
		downloadResult: false,
		waitOptions,
	});
	const get = ours('Get Result', 'faceSwapTool', credential, {
		resource: 'job',
		operation: 'get',
		recordId: locator('id', fromModel('id')),
		waitForCompletion: true,
		waitOptions,
	});
	const session = (name: string, operation: string, parameters: object) =>
		ours(name, 'liveAvatarTool', credential, { resource: 'session', operation, ...parameters });
	const sessionId = locator('id', fromModel('id'));
	const tools = [
		swap,
		get,
		session('Open Session', 'create', {
			avatarId: locator('id', 'Ada_1080P_back'),
			options: { reference: fromModel('who') },
			waitOptions,
		}),
		session('Get Session', 'get', { sessionId, waitForCompletion: true, waitOptions }),
		session('Close Session', 'close', { sessionId }),
	];
	const target = [[{ node: 'Media', type: 'ai_tool', index: 0 }]];
	const stored = await play().client.createWorkflow({
		...line([trigger, ...tools]),
		connections: Object.fromEntries(tools.map(({ name }) => [name, { ai_tool: target }])),
	});
	await play().client.activate(stored);
	return `${play().server().baseUrl}/mcp/${path}`;
}

/** A client with a session of its own. */
async function connect(url: string) {
	let session = '';
	let count = 0;
	const send = async (method: string, params: object, isNotice = false) => {
		count += 1;
		const ask = async () =>
			await fetch(url, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					accept: 'application/json, text/event-stream',
					...(session !== '' && { 'mcp-session-id': session }),
				},
				body: JSON.stringify({ jsonrpc: '2.0', method, params, ...(!isNotice && { id: count }) }),
			});
		// n8n registers the address a moment after it has published the workflow.
		const response = await until('the address', async () => {
			const answer = await ask();
			return answer.status === 404 ? undefined : answer;
		});
		session = response.headers.get('mcp-session-id') ?? session;
		const text = await response.text();
		if (!response.ok) throw new Error(`${method}: ${response.status} ${text}`);
		if (isNotice) return {};
		const data = text
			.split('\n')
			.filter((each) => each.startsWith('data:'))
			.at(-1);
		const answer = JSON.parse(data?.slice(5) ?? text);
		if (answer.result === undefined) throw new Error(`${method}: ${text}`);
		return answer;
	};
	const clientInfo = { name: 'scripted', version: '1' };
	await send('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
	await send('notifications/initialized', {}, true);
	const tools: Array<{ name: string; description: string }> = (await send('tools/list', {})).result.tools;
	const call = async (tool: string, args: object) => {
		const name = tools.find((each) => each.name.replace(/\W|_/g, '') === tool)?.name;
		const { result } = await send('tools/call', { name, arguments: args });
		const [first] = [JSON.parse(result.content[0].text)].flat();
		return first;
	};
	return { tools, call };
}

describe('an MCP client', () => {
	test('gets an answer in time, and one that calls again gets the same job, and then its result', async () => {
		const url = await serve();
		const photo = `https://example.com/mcp-${randomUUID()}.png`;
		const jobs = () =>
			play()
				.emulator.jobs.created()
				.filter(({ request }) => JSON.stringify(request).includes(photo));
		const client = await connect(url);
		const late = await client.call('SwapFaces', { photo });
		expect(late).toMatchObject({ status: 'processing', id: jobs()[0]?.id, kind: 'faceSwap' });
		expect(late.next).toContain('Get a swap or age change');
		// Three at once from another client.
		const other = await connect(url);
		const again = await Promise.all([1, 2, 3].map(async () => await other.call('SwapFaces', { photo })));
		for (const each of again) expect(each).toMatchObject({ id: late.id, duplicate: true });
		expect(jobs()).toHaveLength(1);
		play().emulator.jobs.complete();
		expect(await client.call('GetResult', { id: late.id })).toMatchObject({
			status: 'completed',
			id: late.id,
		});
	});

	test('learns why a job failed, and may have it made again', async () => {
		const client = await connect(await serve());
		const photo = `https://example.com/mcp-${randomUUID()}.png`;
		const { id } = await client.call('SwapFaces', { photo });
		play().emulator.jobs.fail(id, 'no light');
		expect((await client.call('SwapFaces', { photo })).error).toContain('no light');
		const next = await client.call('SwapFaces', { photo });
		expect(next).toMatchObject({ status: 'processing' });
		expect(next.id).not.toBe(id);
	});

	test('opens one live avatar session for a call made twice, is told how to close it, and closes it', async () => {
		const client = await connect(await serve());
		const who = randomUUID();
		const open = await client.call('OpenSession', { who });
		expect(open).toMatchObject({ status: 'processing', kind: 'liveAvatarSession', reference: who });
		expect(open.next).toContain('"Close a live avatar session"');
		expect(await client.call('OpenSession', { who })).toMatchObject({ id: open.id, duplicate: true });
		expect(play().emulator.requestsTo('/session/create')).toHaveLength(1);
		expect(await client.call('GetSession', { id: open.id })).toMatchObject({ status: 'processing' });
		expect(await client.call('CloseSession', { id: open.id })).toEqual({ success: true, id: open.id });
		expect((await client.call('OpenSession', { who })).id).not.toBe(open.id);
	});
});
