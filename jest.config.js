// Far from UTC: what takes the zone of the machine for that of the service, fails.
process.env.TZ = 'America/New_York';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	maxWorkers: 2,
	// A test that hangs ends; how long one takes on a busy machine is nothing that it tests.
	testTimeout: 60_000,
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/', '/node_modules/'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	},
};
