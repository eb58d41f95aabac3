const Module = require('node:module');
const { isAbsolute, join, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const root = join(__dirname, '../../..') + sep;
const isForeign = (path) => path.includes(`${sep}node_modules${sep}`);

// jest gives a worker half a second to end, and taking n8n's engine out of memory lasts longer on a busy machine. A worker
// that is kept alive by a test's timer or socket does not get here.
if (process.send) process.once('exit', () => process.exit());

/** By its path, what each file of this package was compiled from and to. */
const compiled = new Map();

/**
 * jest loads every module anew for each test file, and the 1,700 of n8n's engine take longer than most tests. Here
 * modules of other packages are loaded by Node, once in a worker; only the files of this package are a test file's own, and
 * can be replaced by jest.mock, also where n8n loads them.
 */
class OnceLoaded extends Runtime {
	/** Whose file runs in this worker. */
	static current;

	constructor(...args) {
		super(...args);
		OnceLoaded.current = this;
		const { injectedModuleParameters } = this.executor;
		// Without a context of its own, a file is compiled for the realm that Node's modules are in, once in a worker.
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
		if (isOurs || !isForeign(path)) return super.requireModule(from, name, options, isRequireActual);
		// What a package puts among the globals when it is loaded, it finds there in the next file too.
		if (!(path in require.cache)) return this._environment.keepGlobalsOf(() => require(path));
		return require(path);
	}

	/** The process is not a copy here, and gives what it always gives. */
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
