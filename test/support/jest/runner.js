const { default: run } = require('jest-circus/runner');

/** Tells jest of each file, and not of each test, which no reporter here shows. */
module.exports = (...[globalConfig, config, environment, runtime, path]) =>
	run(globalConfig, config, environment, runtime, path);
