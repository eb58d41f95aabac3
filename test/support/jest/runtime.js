const { statSync } = require('node:fs');
const Module = require('node:module');
const { isAbsolute, join, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const root = join(__dirname, '../../..') + sep;
const isForeign = (path) => path.includes(`${sep}node_modules${sep}`);

// jest ends a worker when it stops listening to it. A sleep that lost a race, such as the rate limiter's, would keep it.
process.on('removeListener', (event) => {
	if (event === 'message' && process.send && process.listenerCount(event) === 0) process.exit();
});

/** The source and the compiled code of each file of this package, by path. */
const compiled = new Map();
/** Files that draw the emulator's pictures, and know nothing of a test. So a worker draws each picture once. */
const MEDIA = join(root, 'test/emulator/media') + sep;
const media = new Map();
/** The text of each file that this process has read, and when it was written, by path. */
const texts = new Map();

/**
 * jest loads every module again for each test file, and the 1,700 modules of n8n's engine take longer than most tests.
 * Here Node loads the modules of other packages once per worker. Each test file gets its own copies of this package's
 * files only. jest.mock can replace these files, even if n8n loads them.
 */
class OnceLoaded extends Runtime {
	/** The runtime of the file that runs in this worker. */
	static current;

	constructor(...args) {
		super(...args);
		OnceLoaded.current = this;
		const { injectedModuleParameters, transformCache } = this.executor;
		const { fileCache } = transformCache;
		const read = fileCache.readFile.bind(fileCache);
		fileCache.readFile = (path) => {
			// A worker ends with its run, so it sees no change.
			const writtenAt = process.send ? 0 : statSync(path).mtimeMs;
			const known = texts.get(path);
			if (known?.writtenAt === writtenAt) return known.text;
			const text = read(path);
			texts.set(path, { writtenAt, text });
			return text;
		};
		// A file without its own context is compiled once per worker, for the realm of Node's modules.
		this.executor.compile = (source, filename) => {
			const known = compiled.get(filename);
			if (known?.source === source) return known.run;
			const run = compileFunction(source, injectedModuleParameters, { filename });
			compiled.set(filename, { source, run });
			return run;
		};
	}

	requireModule(from, name, options, isRequireActual) {
		const isOurs = name === undefined || options !== undefined || this._resolution.isCoreModule(name);
		const found = () =>
			this._resolution.resolveCjsStub(from, name) ?? this._resolution.resolveCjs(from, name);
		const path = isOurs ? from : found();
		if (!isOurs && path.startsWith(MEDIA)) {
			if (!media.has(path)) media.set(path, super.requireModule(from, name, options, isRequireActual));
			return media.get(path);
		}
		if (isOurs || !isForeign(path)) return super.requireModule(from, name, options, isRequireActual);
		// A package that sets globals when it is loaded finds them in the next file, too.
		if (!(path in require.cache)) return this._environment.keepGlobalsOf(() => require(path));
		return require(path);
	}

	/** The process is not a copy here, so it returns its usual modules. */
	installGetBuiltinModule() {}
}

const load = Module._load;
Module._load = function (request, parent, ...rest) {
	const isOurs = isAbsolute(request) && request.startsWith(root) && !isForeign(request);
	const isNodeOfPackage = isOurs && request.startsWith(join(root, 'dist') + sep) && OnceLoaded.current;
	return isNodeOfPackage
		? OnceLoaded.current.requireModuleOrMock(parent.filename, request)
		: Reflect.apply(load, this, [request, parent, ...rest]);
};

module.exports = { __esModule: true, default: OnceLoaded };
