import { randomUUID } from 'node:crypto';
import { useInstalled } from './installed';
import { fromModel, line, locator, ours, target } from './line';
import { publish, send, until } from './runs';
import { providedSwap } from './workflows';

/* An MCP client calls a swap as a tool of n8n's MCP Server Trigger. Its job takes longer than the tool waits. */

const { play } = useInstalled({ emulator: { jobMs: 3_600_000 } });

/** Publishes a trigger with two tools, and returns its address. */
async function serve(): Promise<string> {
	const path = randomUUID();
	const trigger = {
		name: 'Media',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, authentication: 'none' },
	};
	const waitOptions = { toolTimeout: 5 };
	const { credential } = play();
	const modifyImage = locator('url', fromModel('photo'));
	const tools = [
		ours('Swap Faces', 'faceSwapTool', credential, { ...providedSwap, modifyImage, waitOptions }),
		ours('Get Result', 'faceSwapTool', credential, {
			resource: 'job',
			operation: 'get',
			recordId: locator('id', fromModel('id')),
			waitForCompletion: true,
			waitOptions,
		}),
	];
	const isTool = { ai_tool: [target('Media', 'ai_tool')] };
	const connections = { Media: {}, 'Swap Faces': isTool, 'Get Result': isTool };
	await publish(play(), line([trigger, ...tools], connections));
	return `${play().server().baseUrl}/mcp/${path}`;
}

async function connect(url: string) {
	let session = '';
	let count = 0;
	const ask = async (method: string, params: object, isNotice = false) => {
		count += 1;
		const response = await send(url, {
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session !== '' && { 'mcp-session-id': session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', method, params, ...(!isNotice && { id: count }) }),
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
	await ask('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
	await ask('notifications/initialized', {}, true);
	const tools: Array<{ name: string; description: string }> = (await ask('tools/list', {})).result.tools;
	const call = async (tool: string, args: object) => {
		const name = tools.find((each) => each.name.replace(/\W|_/g, '') === tool)?.name;
		const { result } = await ask('tools/call', { name, arguments: args });
		const [{ text }] = result.content;
		return result.isError ? { failed: text } : [JSON.parse(text)].flat()[0];
	};
	return { call, tools };
}

test('an MCP client gets an answer in time, a repeated call gets the same job, and its failure as an error', async () => {
	const url = await serve();
	const photo = `https://example.com/mcp-${randomUUID()}.png`;
	const { jobs } = play().emulator;
	const client = await connect(url);
	expect(client.tools.map(({ description }) => description).join('\n')).toMatch(
		/Swap faces in image. It costs credits and takes .* not paid/,
	);
	const late = await client.call('SwapFaces', { photo });
	const { id } = jobs.created()[0]!;
	expect(late).toMatchObject({ status: 'processing', id, kind: 'faceSwap', next: 'readJob' });
	// Three calls at the same time from another client.
	const other = await connect(url);
	const again = await Promise.all([1, 2, 3].map(async () => await other.call('SwapFaces', { photo })));
	for (const each of again) expect(each).toMatchObject({ id, duplicate: true });
	expect(jobs.created()).toHaveLength(1);

	jobs.fail(id, 'no light');
	const { failed } = await client.call('SwapFaces', { photo });
	expect(failed).toMatch(/no light\n\n\{.*Do not repeat the call unchanged/);
	const brighter = await client.call('SwapFaces', { photo: `${photo}?brighter` });
	jobs.complete();
	const result = await until('the result', async () => {
		const answer = await client.call('GetResult', { id: brighter.id });
		return answer.status === 'completed' && answer;
	});
	expect(result.id).toBe(brighter.id);
	expect(jobs.created()).toHaveLength(2);
});
