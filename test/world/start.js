/* Starts the tool. tsx gives each function a name, and maps each error to its source, which took a twentieth of the time. */
const { transformFileSync } = require('@swc/core');

// A module comes before the table of its name.
const { '.json': table } = require.extensions;
delete require.extensions['.json'];
require.extensions['.ts'] = (module, file) => {
	const { code } = transformFileSync(file, {
		jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
		module: { type: 'commonjs' },
		swcrc: false,
	});
	module._compile(code, file);
};
require.extensions['.json'] = table;
require('./main.ts');
