import { now } from '../support/fastClock';
import { startEmulator, type Emulator, type EmulatorOptions } from '../emulator';
import { startEngine, type Engine, type RunOptions, type RunResult } from '../support/engine';
import { readExample, type Changes } from '../support/example';
import { Services } from '../support/substitutes/services';
import { Sheet } from '../support/substitutes/sheet';
import type { WebhookServer } from '../support/webhook';

export const ORDER_COLUMNS = ['order', 'picture', 'newFace', 'submitted', 'id', 'status', 'file', 'error'];

/** What an example runs in: the emulated service, n8n's engine, and a sheet, a drive and a team in memory. */
export interface World {
	emulator: Emulator;
	engine: Engine;
	services: Services;
	sheet: Sheet;
	/** Runs an example by its file name without `.json`; its placeholder addresses lead to the emulator. */
	run(name: string, options?: Changes & RunOptions): Promise<RunResult>;
	/** Activates an example that starts from a webhook. It is closed with the world. */
	listen(name: string): Promise<WebhookServer>;
	/** The address of a sample of the emulator. */
	media(sample: string): string;
}

/** A world for each test of a file. */
export function useExamples(options: EmulatorOptions = {}, columns: string[] = ORDER_COLUMNS): World {
	const servers: WebhookServer[] = [];
	const world = { media: (sample: string) => `${world.emulator.mediaUrl}/${sample}` } as World;
	const textsOf = ({ texts }: Changes = {}) => ({
		'https://example.com/media': world.emulator.mediaUrl,
		...texts,
	});
	world.run = async (name, changes) =>
		await world.engine.runExample(`examples/${name}.json`, { ...changes, texts: textsOf(changes) });
	world.listen = async (name) => {
		const { workflow } = readExample(`examples/${name}.json`, { texts: textsOf() });
		const server = await world.engine.listen(workflow);
		servers.push(server);
		return server;
	};

	beforeEach(async () => {
		world.sheet = new Sheet(columns);
		world.services = new Services(world.sheet);
		world.emulator = await startEmulator({ jobMs: 60, now, ...options });
		world.engine = await startEngine({
			emulator: world.emulator,
			nodeTypes: world.services.nodeTypes(),
		});
	});
	afterEach(async () => {
		for (const server of servers.splice(0)) await server.close();
		await world.engine.close();
		await world.emulator.close();
	});
	return world;
}

/** Fails with the reason when a run did. */
export function expectSuccess(result: RunResult): void {
	expect(result.error).toBeUndefined();
	expect(result.status).toBe('success');
}
