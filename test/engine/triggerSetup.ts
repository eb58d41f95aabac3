import { startEmulator, type CallbackSettings, type Emulator, type EmulatorOptions } from '../emulator';
import { Client } from '../emulator/support/client';
import { startEngine, type Engine } from '../support/engine';
import type { WebhookOptions, WebhookServer } from '../support/webhook';
import { node } from '../support/workflow';
import type { INodeParameters } from 'n8n-workflow';

/** The service, an n8n with an active trigger, and someone who creates jobs. */
export interface Setup {
	emulator: Emulator;
	engine: Engine;
	n8n: WebhookServer;
	/** How callbacks are delivered from now on. */
	callbacks(changes: Partial<CallbackSettings>): void;
	/** Someone who is signed in at the service. */
	client: Client;
	/** Makes images, at once or one after the other; gives their ids. */
	images(count: number, webhookUrl?: string): Promise<string[]>;
	/** Posts anything to the trigger; gives the HTTP status. */
	post(body: string | Buffer, contentType?: string, url?: string): Promise<number>;
	/** Puts another trigger in place of the one before. */
	trigger(parameters?: INodeParameters, options?: WebhookOptions): Promise<WebhookServer>;
	close(): Promise<void>;
}

/** Starts all three; jobs end when the test says so, by `emulator.jobs.complete()`. */
export async function startTrigger(options: EmulatorOptions = {}): Promise<Setup> {
	const emulator = await startEmulator({ jobMs: 3_600_000, ...options });
	const engine = await startEngine({ emulator });
	const client = await new Client(emulator).signIn();
	const listen = async (parameters: INodeParameters = {}, webhook: WebhookOptions = {}) => {
		const trigger = node('Trigger', 'mediaGenerationTrigger', parameters);
		return await engine.listen({ nodes: [trigger] }, webhook);
	};
	const setup: Setup = {
		emulator,
		engine,
		n8n: await listen(),
		client,
		callbacks: (changes) => void Object.assign(emulator.callbacks.settings, changes),
		async images(count, webhookUrl = setup.n8n.url) {
			const made = await Promise.all(
				Array.from({ length: count }, async () =>
					client.post('/content/image/createbyprompt', { prompt: 'A lake', webhookUrl }),
				),
			);
			return made.map(({ data }) => String(data._id));
		},
		async post(body, contentType = 'application/json', url = setup.n8n.url) {
			const headers = { 'content-type': contentType };
			const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(Buffer.from(body)) });
			await answer.arrayBuffer();
			return answer.status;
		},
		async trigger(parameters, webhook) {
			await setup.n8n.close();
			setup.n8n = await listen(parameters, webhook);
			return setup.n8n;
		},
		async close() {
			await setup.n8n.close();
			await engine.close();
			await emulator.close();
		},
	};
	return setup;
}
