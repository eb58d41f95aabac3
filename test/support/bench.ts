import './fastClock';
import type { INodeParameters } from 'n8n-workflow';
import { startEmulator, type Emulator, type EmulatorOptions } from '../emulator';
import { single, startEngine, type Engine, type EngineOptions } from './engine';
import type { NodeSettings, WorkflowJson } from './workflow';

/** An engine and a service for the tests of a file, with what tests of jobs ask them for. */
export class Bench {
	emulator!: Emulator;
	engine!: Engine;

	/** Everything that was paid for. */
	get created() {
		return this.emulator.jobs.created();
	}

	/** How often jobs were asked for. */
	get reads(): number {
		return this.emulator.requestsTo('/listbyids').length;
	}

	/** Pictures whose faces were looked for, in order. */
	get detections() {
		return this.emulator.requestsTo('/detect').map(({ body }) => body);
	}

	media(name: string): string {
		return `${this.emulator.mediaUrl}/${name}`;
	}

	/** The body of the last request to a path. */
	lastBody(path: string): unknown {
		return this.emulator.requestsTo(path).at(-1)?.body;
	}

	/** Has the service answer the next requests to a path with other data than its own, as another sender shapes it. */
	answer(path: string, data: unknown, times = Infinity): void {
		const body = JSON.stringify({ code: 1000, msg: 'OK', data });
		this.emulator.faults.add({ kind: 'badJson', body, match: { path }, times });
	}
}

/** An expression that finds nothing; n8n itself refuses a required parameter that is left empty. */
export const NOTHING = '={{ $json.none }}';

/** A resource locator with an id. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Faces as Face Mapper gives them: a swap with them is one call. */
export const FACES = {
	targetImage: [{ path: 'http://127.0.0.1:9/group.png', opts: '1,2:3,4:5,6:7,8' }],
	sourceImage: [{ path: 'http://127.0.0.1:9/face.png', opts: '9,8:7,6:5,4:3,2' }],
};

/** A swap of faces that are given; the picture is the item's `picture`. */
export function swap(parameters: INodeParameters = {}, settings: NodeSettings = {}): WorkflowJson {
	return single(
		'faceSwap',
		{
			resource: 'faceSwap',
			operation: 'swapImage',
			whichFaces: 'provided',
			modifyImage: '={{ $json.picture }}',
			targetImage: JSON.stringify(FACES.targetImage),
			sourceImage: JSON.stringify(FACES.sourceImage),
			// Nobody answers at the addresses of these pictures.
			downloadResult: false,
			...parameters,
		},
		settings,
	);
}

/** Another operation of Face Swap. */
export function faceSwap(
	resource: string,
	operation: string,
	parameters: INodeParameters = {},
	settings: NodeSettings = {},
): WorkflowJson {
	return single('faceSwap', { resource, operation, ...parameters }, settings);
}

/** Items whose pictures tell them apart; nobody answers at their addresses. */
export function rows(count: number): Array<{ row: number; picture: string }> {
	return Array.from({ length: count }, (_, row) => ({ row, picture: `http://127.0.0.1:9/${row}.png` }));
}

/** Has the results of the service come from another address. */
export function resultsFrom({ emulator }: Bench, location: string): void {
	emulator.faults.add({
		kind: 'httpStatus',
		status: 302,
		headers: { location },
		match: { path: '/results/' },
		times: Infinity,
	});
}

/**
 * Starts both before the tests of the file, and puts the emulator's faults, shapes and notes back between them. A job
 * whose request holds the word "doomed" fails, because "the stage collapsed".
 */
export function setUp(service: EmulatorOptions = {}, engine: Omit<EngineOptions, 'emulator'> = {}): Bench {
	const bench = new Bench();
	let setBack = () => {};
	beforeAll(async () => {
		bench.emulator = await startEmulator({
			jobMs: [10, 60],
			outcome: (_operation, _n, request) =>
				JSON.stringify(request).includes('doomed') ? { status: 4, reason: 'The stage collapsed' } : undefined,
			...service,
		});
		bench.engine = await startEngine({ emulator: bench.emulator, ...engine });
		const shapes = { ...bench.emulator.shapes };
		setBack = () => Object.assign(bench.emulator.shapes, shapes);
	});
	beforeEach(() => {
		bench.emulator.requests.length = 0;
		bench.engine.logs.clear();
	});
	afterEach(() => {
		bench.emulator.faults.clear();
		bench.emulator.setBanned(false);
		setBack();
	});
	afterAll(async () => {
		await bench.engine.close();
		await bench.emulator.close();
	});
	return bench;
}
