import { createServer } from 'node:http';
import { z } from 'zod/v3';
import { close, listen } from '../support/listen';

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

/**
 * The model's answer to a request: a text, or the arguments of one or several tool calls. Without a name, it calls the
 * first tool.
 */
export type Reply = { text: string } | { call: Arguments; tool?: string } | { calls: Arguments[] };
type Arguments = Record<string, unknown>;

export interface ChatModel {
	/** The base URL for the credential. */
	readonly baseUrl: string;
	readonly requests: readonly ModelRequest[];
	/** Sets its next answers, turn by turn. */
	script(...replies: Array<Reply | ((request: ModelRequest) => Reply)>): void;
	close(): Promise<void>;
}

/** A model that follows a script, behind the HTTP interface that chat models share. */
export async function startChatModel(): Promise<ChatModel> {
	const requests: ModelRequest[] = [];
	let turns: Array<Reply | ((request: ModelRequest) => Reply)> = [];
	const server = createServer((incoming, outgoing) => {
		void (async () => {
			// n8n Agents try the other interface first.
			if (incoming.url?.endsWith('/responses')) {
				outgoing.statusCode = 404;
				outgoing.end();
				return;
			}
			let body = '';
			for await (const chunk of incoming) body += String(chunk);
			const request = requestShape.parse(JSON.parse(body));
			requests.push(request);
			const turn = turns.shift() ?? { text: 'The script is over.' };
			const reply = typeof turn === 'function' ? turn(request) : turn;
			const { isStream, text } = answer(request, reply);
			outgoing.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json');
			outgoing.end(text);
		})().catch((cause: unknown) => {
			outgoing.statusCode = 500;
			outgoing.end(String(cause));
		});
	});
	return {
		baseUrl: `${await listen(server)}/v1`,
		requests,
		script: (...replies) => void (turns = replies),
		close: async () => await close(server),
	};
}

const callsOf = (reply: Exclude<Reply, { text: string }>) => ('calls' in reply ? reply.calls : [reply.call]);

function answer(request: ModelRequest, reply: Reply): { isStream: boolean; text: string } {
	const name = ('tool' in reply && reply.tool) || request.tools[0]?.function.name;
	const call = (given: Arguments, index = 0) => ({
		index,
		id: `call_${request.messages.length}_${index}`,
		type: 'function',
		function: { name: name ?? 'no tool', arguments: JSON.stringify(given) },
	});
	const said =
		'text' in reply
			? { role: 'assistant', content: reply.text }
			: { role: 'assistant', content: null, tool_calls: callsOf(reply).map(call) };
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
