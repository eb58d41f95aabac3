// Far from UTC: what takes the zone of the machine for that of the service, fails.
process.env.TZ = 'America/New_York';

/** @type {import('jest').Config} */
module.exports = {
	// n8n's engine is loaded once in a worker, and not for each file.
	testEnvironment: '<rootDir>/test/support/jest/environment.js',
	runtime: '<rootDir>/test/support/jest/runtime.js',
	testRunner: '<rootDir>/test/support/jest/runner.js',
	testSequencer: '<rootDir>/test/support/jest/sequencer.js',
	// One more than a small machine has processors: a third of the time is waited for, and each loads n8n's engine.
	maxWorkers: 3,
	// A worker on a busy machine may hear late that it is to end.
	workerGracefulExitTimeout: 30_000,
	// A test that hangs ends; how long one takes on a busy machine is nothing that it tests.
	testTimeout: 240_000,
	// Passes on a live account (test/live) mostly wait.
	maxConcurrency: 12,
	restoreMocks: true,
	setupFiles: ['<rootDir>/test/support/jest/seed.js'],
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/', '/node_modules/'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
	transformIgnorePatterns: ['/node_modules/', '<rootDir>/dist/'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	},
};
