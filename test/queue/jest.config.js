/* Queue mode: several n8n processes with Redis and Postgres. Minutes. Run by npm run test:all -- queue. */

/** @type {import('jest').Config} */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	testMatch: ['<rootDir>/test/queue/**/*.queue.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 600_000,
	maxWorkers: 1,
};
