/* The suites on a real n8n: minutes, not seconds, and an installed n8n. Run by npm run test:e2e. */

/** @type {import('jest').Config} */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	globalSetup: '<rootDir>/test/e2e/pack.setup.ts',
	testMatch: ['<rootDir>/test/e2e/**/*.e2e.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 600_000,
	// The tests mostly wait.
	maxWorkers: 2,
};
