import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { seal, startEmulator, type CallbackSettings, type Emulator } from '../emulator';
import { call } from '../emulator/client';
import { startEngine, type Engine } from '../support/engine';
import type { WebhookServer } from '../support/webhook';
import { node } from '../support/workflow';

/** A service, and an n8n with an active trigger, both new for each test of a file. */
export class TriggerBench {
	/** Its jobs end when the test says so. */
	emulator!: Emulator;
	engine!: Engine;
	n8n!: WebhookServer;

	constructor() {
		beforeEach(async () => {
			this.emulator = await startEmulator({ jobMs: 3_600_000 });
			this.callbacks({ retryMs: 100 });
			this.engine = await startEngine({ emulator: this.emulator });
			this.n8n = await this.listen({});
		});
		afterEach(async () => {
			expect(this.n8n.thrown).toEqual([]);
			expect(this.engine.logs.text()).not.toContain(this.emulator.clientSecret);
			await this.n8n.close();
			await this.engine.close();
			await this.emulator.close();
		});
	}

	/** How callbacks are delivered from now on. */
	callbacks(changes: Partial<CallbackSettings>): void {
		Object.assign(this.emulator.callbacks.settings, changes);
	}

	/** Creates an image, and returns its ID. */
	async image(): Promise<string> {
		const body = { prompt: 'A lake', webhookUrl: this.n8n.url };
		const { data } = await call(this.emulator, '/content/image/createbyprompt', body);
		return String(Object(data)._id);
	}

	/** Completes all jobs, and waits for their callbacks. */
	async finish(): Promise<void> {
		this.emulator.jobs.complete();
		await this.emulator.callbacks.flush();
	}

	/** A signed callback about an image. */
	sealed(content: IDataObject): string {
		const { emulator } = this;
		return JSON.stringify(seal({ status: 3, type: 'image', ...content }, emulator, emulator.now(), '1'));
	}

	/** Posts anything to the trigger, and returns the HTTP status. */
	async post(body: string, url = this.n8n.url): Promise<number> {
		const headers = { 'content-type': 'application/json' };
		const answer = await fetch(url, { method: 'POST', headers, body });
		await answer.arrayBuffer();
		return answer.status;
	}

	/** Replaces the trigger. */
	async trigger(parameters: INodeParameters): Promise<void> {
		await this.n8n.close();
		this.n8n = await this.listen(parameters);
	}

	warnings(): string {
		return this.engine.logs.messages('warn').join('\n');
	}

	private async listen(parameters: INodeParameters) {
		const trigger = node('Trigger', 'mediaGenerationTrigger', parameters);
		return await this.engine.listen({ nodes: [trigger] });
	}
}
