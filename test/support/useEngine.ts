import './fastClock';
import { startEmulator, type Emulator, type EmulatorOptions } from '../emulator';
import { startEngine, type Engine, type EngineOptions } from './engine';

/** An expression that finds nothing; n8n itself refuses a required parameter that is left empty. */
export const NOTHING = '={{ $json.none }}';

/** A resource locator with an id. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The emulator and the engine of a test file, from its first test to its last. */
export interface Bench {
	readonly emulator: Emulator;
	readonly engine: Engine;
	/** The body of the last request to a path. */
	lastBody(path: string): unknown;
	/** Has the service answer the next requests to a path with other data than its own, as another sender shapes it. */
	answer(path: string, data: unknown, times?: number): void;
}

/**
 * Starts both for the tests of a file. A job whose request holds the word "doomed" fails, because "the stage
 * collapsed"; faults are cleared and shapes set back after each test.
 */
export function useEngine(
	options: EmulatorOptions = {},
	engineOptions: Omit<EngineOptions, 'emulator'> = {},
): Bench {
	jest.setTimeout(30_000);
	let emulator: Emulator;
	let engine: Engine;
	beforeAll(async () => {
		emulator = await startEmulator({
			jobMs: 200,
			outcome: (_operation, _n, request) =>
				JSON.stringify(request).includes('doomed') ? { status: 4, reason: 'The stage collapsed' } : undefined,
			...options,
		});
		engine = await startEngine({ emulator, ...engineOptions });
		const shapes = { ...emulator.shapes };
		setBack = () => Object.assign(emulator.shapes, shapes);
	});
	let setBack = () => {};
	afterEach(() => {
		emulator.faults.clear();
		setBack();
	});
	afterAll(async () => {
		await engine.close();
		await emulator.close();
	});
	return {
		get emulator() {
			return emulator;
		},
		get engine() {
			return engine;
		},
		lastBody: (path) => emulator.requestsTo(path).at(-1)?.body,
		answer: (path, data, times = Infinity) => {
			const body = JSON.stringify({ code: 1000, msg: 'OK', data });
			emulator.faults.add({ kind: 'badJson', body, match: { path }, times });
		},
	};
}
