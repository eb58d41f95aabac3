const { ModuleMocker } = require('jest-mock');

const withDescriptor = (key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)];

/** Replaces nothing after its file has ended. A test that took too long continues next to the tests of the next file. */
class Mocker extends ModuleMocker {
	isOver = false;

	spyOn(...what) {
		this.refuseWhenOver();
		return super.spyOn(...what);
	}

	replaceProperty(...what) {
		this.refuseWhenOver();
		return super.replaceProperty(...what);
	}

	refuseWhenOver() {
		if (this.isOver) throw new Error('The test file is over, and this test of it went on');
	}
}

/**
 * Tests run in the realm of their worker, not in their own realm. So the modules that runtime.js loads once for all files,
 * such as n8n's engine, share `Error`, `Array`, and the like with them. Globals that a file sets are removed with it.
 */
module.exports = class {
	global = globalThis;
	moduleMocker = new Mocker(globalThis);
	env = { ...process.env };
	exit = process.exit;
	/** n8n's services, which each file creates again, listen to the end of the process. */
	atExit = process.listeners('exit');
	before = new Map(Reflect.ownKeys(globalThis).map(withDescriptor));

	/** Does something whose new globals stay after the file. */
	keepGlobalsOf(load) {
		const known = new Set(Reflect.ownKeys(globalThis));
		const loaded = load();
		for (const key of Reflect.ownKeys(globalThis)) {
			if (!known.has(key)) this.before.set(...withDescriptor(key));
		}
		return loaded;
	}

	async setup() {}

	/** A test may have replaced the clock by which jest now notes how long the file took. */
	handleTestEvent({ name }) {
		if (name === 'run_finish') this.moduleMocker.restoreAllMocks();
	}

	async teardown() {
		// What a test has replaced in an object of the worker, such as AbortSignal, must not stay for the next file.
		this.moduleMocker.restoreAllMocks();
		this.moduleMocker.isOver = true;
		for (const key of Reflect.ownKeys(globalThis)) {
			const before = this.before.get(key);
			if (before === undefined) Reflect.deleteProperty(globalThis, key);
			else if (before.configurable) Object.defineProperty(globalThis, key, before);
		}
		process.exit = this.exit;
		for (const listener of process.listeners('exit')) {
			if (!this.atExit.includes(listener)) process.off('exit', listener);
		}
		for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
		Object.assign(process.env, this.env);
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	/** Keeps the existing context (see the runtime). */
	getVmContext() {
		return globalThis;
	}
};
