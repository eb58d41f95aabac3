import type { INodeParameters } from 'n8n-workflow';
import { startEmulator, type Emulator, type EmulatorOptions } from '../emulator';
import { startEngine, type Engine, type EngineOptions } from './engine';
import { runnerOf, type Runner } from './runner';

/** An engine and a service for the tests of a file, with helpers for tests of jobs. */
export class Bench {
	emulator!: Emulator;
	engine!: Engine;

	/** All paid jobs. */
	get created() {
		return this.emulator.jobs.created();
	}

	get reads(): number {
		return this.emulator.requestsTo('/listbyids').length;
	}

	media(name: string): string {
		return `${this.emulator.mediaUrl}/${name}`;
	}

	/** The bodies of all requests to a path. */
	bodies(path: string): Array<Record<string, unknown>> {
		return this.emulator.requestsTo(path).map(({ body }) => body as Record<string, unknown>);
	}

	/** One operation with valid parameters, which a test can change. */
	runner(type: string, name: string, right: INodeParameters = {}): Runner {
		return runnerOf(() => this.engine, type, name, right);
	}

	/** Makes the service answer the next requests to a path with other data than its own. */
	answer(path: string, data: unknown, times = Infinity): void {
		const body = JSON.stringify({ code: 1000, msg: 'OK', data });
		this.emulator.faults.add({ kind: 'badJson', body, match: { path }, times });
	}
}

/**
 * Starts both before the tests of the file, and resets the emulator's faults, shapes, and notes between tests. A job
 * whose request has the word "doomed" fails, because "the stage collapsed".
 */
export function setUp(service: EmulatorOptions = {}, engine: Omit<EngineOptions, 'emulator'> = {}): Bench {
	const bench = new Bench();
	let shapes = {};
	beforeAll(async () => {
		bench.emulator = await startEmulator({
			jobMs: [10, 60],
			outcome: (_operation, _n, request) =>
				JSON.stringify(request).includes('doomed') ? { status: 4, reason: 'The stage collapsed' } : undefined,
			...service,
		});
		bench.engine = await startEngine({ emulator: bench.emulator, ...engine });
		shapes = { ...bench.emulator.shapes };
	});
	beforeEach(() => {
		bench.emulator.requests.length = 0;
		bench.engine.logs.clear();
	});
	afterEach(() => {
		bench.emulator.faults.clear();
		Object.assign(bench.emulator.shapes, shapes);
	});
	afterAll(async () => {
		await bench.engine.close();
		await bench.emulator.close();
	});
	return bench;
}
