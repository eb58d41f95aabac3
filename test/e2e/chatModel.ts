import { text } from 'node:stream/consumers';
import { z } from 'zod/v3';
import type { Playground } from '../n8n/play';
import { OddHost } from '../support/oddHost';

const requestShape = z
	.object({
		stream: z.boolean().optional(),
		messages: z.array(z.object({ role: z.string(), content: z.unknown() }).passthrough()),
		tools: z
			.array(z.object({ function: z.object({ name: z.string(), parameters: z.unknown() }).passthrough() }))
			.default([]),
	})
	.passthrough();
export type ModelRequest = z.infer<typeof requestShape>;

/** The model's answer to a request: a text, or the arguments of tool calls. Without a name, it calls the first tool. */
export type Reply = { text: string } | { calls: Array<Record<string, unknown>>; tool?: string };
type Turn = Reply | ((request: ModelRequest) => Reply);

/** A model that follows a script, behind the HTTP interface that chat models share. Create it at the top of a test file. */
export class ChatModel {
	readonly requests: ModelRequest[] = [];
	private turns: Turn[] = [];
	private readonly host = new OddHost();

	constructor() {
		this.host.answer = async (incoming, outgoing) => {
			// n8n Agents try other addresses first.
			if (!incoming.url?.endsWith('/chat/completions')) return void outgoing.writeHead(404).end();
			const request = requestShape.parse(JSON.parse(await text(incoming)));
			this.requests.push(request);
			const turn = this.turns.shift() ?? { text: 'The script is over.' };
			const reply = typeof turn === 'function' ? turn(request) : turn;
			const said = answer(request, reply);
			outgoing.setHeader('content-type', said.isStream ? 'text/event-stream' : 'application/json');
			outgoing.end(said.text);
		};
	}

	/** Sets its next answers, turn by turn. */
	script(...turns: Turn[]): void {
		this.turns = turns;
	}

	/** The credential in an n8n that leads to it. */
	async credential({ client }: Playground) {
		const data = { apiKey: 'none', url: `${this.host.url}/v1` };
		return await client.createCredential('Scripted model', 'openAiApi', data);
	}
}

function answer(request: ModelRequest, reply: Reply): { isStream: boolean; text: string } {
	const name = ('tool' in reply && reply.tool) || request.tools[0]?.function.name;
	const call = (given: object, index: number) => ({
		index,
		id: `call_${request.messages.length}_${index}`,
		type: 'function',
		function: { name: name ?? 'no tool', arguments: JSON.stringify(given) },
	});
	const said =
		'text' in reply
			? { role: 'assistant', content: reply.text }
			: { role: 'assistant', content: null, tool_calls: reply.calls.map(call) };
	const finish_reason = 'text' in reply ? 'stop' : 'tool_calls';
	const head = { id: 'chat-1', created: 1, model: 'scripted' };
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	if (request.stream !== true) {
		const choices = [{ index: 0, message: said, finish_reason }];
		return { isStream: false, text: JSON.stringify({ ...head, object: 'chat.completion', choices, usage }) };
	}
	const chunk = (delta: object, reason: string | null) => {
		const choices = [{ index: 0, delta, finish_reason: reason }];
		return `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices })}\n\n`;
	};
	return { isStream: true, text: `${chunk(said, null)}${chunk({}, finish_reason)}data: [DONE]\n\n` };
}
