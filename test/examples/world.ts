import { now } from '../support/fastClock';
import { startEmulator, type Emulator, type EmulatorOptions, type Operation } from '../emulator';
import { startEngine, type Engine, type RunResult, type StartOptions } from '../support/engine';
import { readExample, type Changes } from '../support/example';
import { Services } from '../support/substitutes/services';
import { Sheet } from '../support/substitutes/sheet';
import type { WebhookServer } from '../support/webhook';

const COLUMNS = 'order name picture video still newFace submitted id status file error'.split(' ');

type ExampleOptions = Changes & StartOptions;

/** The world of an example: the emulated service, n8n's engine, and a sheet, a drive and a team in memory. */
export class World {
	emulator!: Emulator;
	engine!: Engine;
	services!: Services;
	sheet!: Sheet;
	private readonly servers: WebhookServer[] = [];

	async start(options: EmulatorOptions): Promise<void> {
		this.sheet = new Sheet(COLUMNS);
		this.services = new Services(this.sheet);
		this.emulator = await startEmulator({ jobMs: 1_200, now, ...options });
		this.engine = await startEngine({ emulator: this.emulator, nodeTypes: this.services.nodeTypes() });
	}

	async close(): Promise<void> {
		for (const server of this.servers.splice(0)) await server.close();
		await this.engine.close();
		await this.emulator.close();
	}

	/** Runs an example by its file name without `.json`. */
	async run(name: string, changes: ExampleOptions = {}): Promise<RunResult> {
		return await this.engine.runExample(`examples/${name}.json`, changes);
	}

	async succeed(name: string, changes?: ExampleOptions): Promise<RunResult> {
		const result = await this.run(name, changes);
		expect(result.error).toBeUndefined();
		expect(result.status).toBe('success');
		return result;
	}

	/** Activates an example that starts from a webhook. */
	async listen(name: string): Promise<WebhookServer> {
		const server = await this.engine.listen(readExample(`examples/${name}.json`));
		this.servers.push(server);
		return server;
	}

	/** The address of a sample of the emulator. */
	media(sample: string): string {
		return `${this.emulator.mediaUrl}/${sample}`;
	}

	/** Fills the sheet with an order for each picture, or for a video with each still. */
	order(pictures: string[], kind: 'picture' | 'video' = 'picture'): void {
		this.sheet.rows = pictures.map((name, index) => ({
			order: `order ${index + 1}`,
			...(kind === 'video' && { video: this.media('clip.mp4') }),
			[kind === 'video' ? 'still' : 'picture']: name === '' ? '' : this.media(name),
			newFace: this.media('portrait-ada.png'),
		}));
	}

	column(name: string): string[] {
		return this.sheet.column(name).map(String);
	}

	requests(operation?: Operation): Array<Record<string, unknown>> {
		return this.emulator.jobs.created(operation).map(({ request }) => request);
	}

	saved(): string[] {
		return this.services.files.map(({ name }) => name);
	}
}

/** A world for each test of a file. */
export function useExamples(options: EmulatorOptions = {}): World {
	const world = new World();
	beforeEach(async () => await world.start(options));
	afterEach(async () => await world.close());
	return world;
}
